import Foundation

/// Columns and rows as a program or a document wants them.
struct DataText {
    let columns: [String]
    /// Each as long as `columns`; an empty cell does not apply.
    let rows: [[String]]
    /// Columns whose cells are numbers, for JSON.
    let numberColumns: Set<String>

    /// As `--format` asks for it.
    ///
    /// - Parameter table: What people get.
    func text(_ format: OutputFormat, table: @autoclosure () -> String) -> String {
        switch format {
        case .table: table()
        case .csv: csv
        case .json: json
        case .markdown: markdown
        }
    }

    var csv: String { CSVWriter.text(header: columns, rows: rows) }

    /// An array of objects with the columns as keys, in their order, one a line; an empty cell is `null`.
    var json: String {
        let objects = rows.map { row in
            let members = zip(columns, row).map { "\(Self.quoted($0)): \(literal($1, column: $0))" }
            return "  {\(members.joined(separator: ", "))}"
        }
        return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }

    var markdown: String {
        func line(_ cells: [String]) -> String { "| \(cells.map(Self.escaped).joined(separator: " | ")) |\n" }
        let rule = columns.map { numberColumns.contains($0) ? "---:" : "---" }
        return line(columns) + line(rule) + rows.map(line).joined()
    }

    private func literal(_ cell: String, column: String) -> String {
        if cell.isEmpty { return "null" }
        return numberColumns.contains(column) && Double(cell) != nil ? cell : Self.quoted(cell)
    }

    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let data = try? encoder.encode(text) else { preconditionFailure("a string has a JSON form") }
        return String(decoding: data, as: UTF8.self)
    }

    /// A bar would end the cell.
    private static func escaped(_ cell: String) -> String { cell.replacing("|", with: "\\|") }
}

extension DataText {
    /// All columns of `summary.csv`.
    init(_ rows: [SummaryRow]) {
        self.init(
            columns: SummaryRow.columns, rows: rows.map(\.cells),
            numberColumns: [
                "schema", "rounds", "samples", "min", "p50", "p90", "p99", "p999", "max", "mean", "stddev", "ci_low",
                "ci_high", "ratio",
            ])
    }

    /// What a person wants of a run in a document.
    static func digest(_ rows: [SummaryRow]) -> DataText {
        let columns = ["case", "metric", "median", "95 %", "ratio", "status"]
        let cells = rows.map { row in
            let spread = row.summary.flatMap { row.interval?.halfWidth(relativeTo: $0.p50) }
            return [
                row.caseName, row.metric?.name ?? "",
                row.summary.map { Readable.value($0.p50, unit: row.metric?.unit ?? "") } ?? "",
                spread.map(Readable.plusMinus) ?? "", row.ratio.map(Readable.ratio) ?? "", row.status.description,
            ]
        }
        return DataText(columns: columns, rows: cells, numberColumns: ["median", "95 %", "ratio"])
    }
}
