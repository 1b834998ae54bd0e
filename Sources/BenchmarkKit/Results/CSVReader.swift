/// Where a CSV file is wrong and how: `file:line: what is wrong`.
package struct CSVError: Error, Sendable, Hashable, CustomStringConvertible {
    package let file: String
    /// 1-based; of a record over several lines the first.
    package let line: Int
    package let problem: String

    package init(file: String, line: Int, problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    package var description: String { "\(file):\(line): \(problem)" }
}

/// Reads RFC 4180 text with a header; columns are found by name. `\r\n` ends and a byte order mark are accepted.
package enum CSVReader {
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8.
    ///   - file: its name, for errors.
    ///   - columns: the columns that there must be, in any order, and no others.
    ///   - schema: where the table has a `schema` column, the only number in it that is understood.
    package static func records(
        _ bytes: some Collection<UInt8>, file: String, columns: [String], schema: Int? = nil
    ) throws(CSVError) -> [CSVRecord] {
        var rows = try rows(Array(bytes), file: file)
        guard !rows.isEmpty else {
            throw CSVError(file: file, line: 1, problem: "no header; the file is empty")
        }
        let header = rows.removeFirst()
        var positions: [String: Int] = [:]
        for (index, name) in header.cells.enumerated() {
            guard positions.updateValue(index, forKey: name) == nil else {
                throw CSVError(file: file, line: header.line, problem: "column '\(name)' occurs twice")
            }
        }
        // The schema first: a newer file may well have columns that this reader does not know.
        if let schema, let position = positions["schema"], let row = rows.first, position < row.cells.count,
            row.cells[position] != "\(schema)"
        {
            throw CSVError(
                file: file, line: row.line,
                problem: "schema '\(row.cells[position])' is not known; this version reads schema \(schema)")
        }
        for name in columns where positions[name] == nil {
            throw CSVError(file: file, line: header.line, problem: "the header has no column '\(name)'")
        }
        for name in header.cells where !columns.contains(name) {
            throw CSVError(file: file, line: header.line, problem: "unknown column '\(name)'")
        }
        var records: [CSVRecord] = []
        records.reserveCapacity(rows.count)
        for row in rows {
            guard row.cells.count == header.cells.count else {
                throw CSVError(
                    file: file, line: row.line,
                    problem: "\(row.cells.count) cells where the header has \(header.cells.count) columns")
            }
            let record = CSVRecord(file: file, line: row.line, positions: positions, cells: row.cells)
            if let schema, positions["schema"] != nil, record["schema"] != "\(schema)" {
                throw record.error("schema '\(record["schema"])' is not known; this version reads schema \(schema)")
            }
            records.append(record)
        }
        return records
    }

    private typealias Row = (line: Int, cells: [String])

    private static func rows(_ input: [UInt8], file: String) throws(CSVError) -> [Row] {
        let quote = UInt8(ascii: "\"")
        let comma = UInt8(ascii: ",")
        let newline = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var rows: [Row] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var line = 1
        var rowLine = 1
        var index = input.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0

        func finishCell() throws(CSVError) {
            guard let text = String(validating: cell, as: UTF8.self) else {
                throw CSVError(file: file, line: rowLine, problem: "not UTF-8")
            }
            cells.append(text)
            cell.removeAll(keepingCapacity: true)
        }
        /// Reads on behind an opening quote, up to behind the closing one.
        func readQuoted() throws(CSVError) {
            let openingLine = line
            while index < input.count {
                let byte = input[index]
                index += 1
                if byte == newline { line += 1 }
                guard byte == quote else {
                    cell.append(byte)
                    continue
                }
                guard index < input.count, input[index] == quote else { return }
                cell.append(quote)
                index += 1
            }
            throw CSVError(file: file, line: openingLine, problem: "a quote is opened and never closed")
        }

        var atCellStart = true
        var afterQuote = false
        while index < input.count {
            let byte = input[index]
            index += 1
            if byte == quote, atCellStart {
                try readQuoted()
                (atCellStart, afterQuote) = (false, true)
            } else if byte == comma {
                try finishCell()
                (atCellStart, afterQuote) = (true, false)
            } else if byte == newline
                || (byte == carriageReturn && index < input.count && input[index] == newline)
            {
                if byte == carriageReturn { index += 1 }
                try finishCell()
                rows.append((rowLine, cells))
                cells.removeAll()
                line += 1
                rowLine = line
                (atCellStart, afterQuote) = (true, false)
            } else {
                guard !afterQuote, byte != quote else {
                    let problem = afterQuote ? "text after a closing quote" : "a quote inside a cell without quotes"
                    throw CSVError(file: file, line: line, problem: problem)
                }
                cell.append(byte)
                atCellStart = false
            }
        }
        // A last line without its end is a line all the same.
        if !cells.isEmpty || !atCellStart {
            try finishCell()
            rows.append((rowLine, cells))
        }
        return rows
    }
}

/// One line of a CSV file.
package struct CSVRecord: Sendable {
    package let file: String
    /// 1-based, where the record begins.
    package let line: Int
    fileprivate let positions: [String: Int]
    fileprivate let cells: [String]

    /// The cell of a column that the file was read with.
    package subscript(column: String) -> String {
        guard let position = positions[column] else { preconditionFailure("column '\(column)' was not asked for") }
        return cells[position]
    }

    package func error(_ problem: String) -> CSVError { CSVError(file: file, line: line, problem: problem) }

    /// `nil` for an empty cell.
    package func optionalDouble(_ column: String) throws(CSVError) -> Double? {
        let text = self[column]
        guard !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw error("'\(text)' in column '\(column)' is not a number")
        }
        return number
    }

    package func double(_ column: String) throws(CSVError) -> Double {
        guard let number = try optionalDouble(column) else { throw error("column '\(column)' is empty") }
        return number
    }

    package func int(_ column: String) throws(CSVError) -> Int {
        let text = self[column]
        guard let number = Int(text) else {
            throw error(
                text.isEmpty ? "column '\(column)' is empty" : "'\(text)' in column '\(column)' is not a whole number")
        }
        return number
    }
}
