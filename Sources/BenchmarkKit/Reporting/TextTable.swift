/// Columns of text that line up, two spaces apart.
struct TextTable {
    enum Alignment { case left, right }
    private var alignments: [Alignment]
    private var rows: [[String]] = []

    init(_ alignments: [Alignment]) { self.alignments = alignments }

    mutating func add(_ cells: [String]) { rows.append(cells) }

    func without(column: Int) -> TextTable {
        var table = self
        table.alignments.remove(at: column)
        for row in table.rows.indices { table.rows[row].remove(at: column) }
        return table
    }

    /// One line a row, without spaces at its end.
    func lines(indent: Int = 0) -> [String] {
        let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                if column > 0 { line += "  " }
                line += alignments[column] == .left ? cell + padding : padding + cell
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Breaks a text into lines of at most `width` characters at its spaces; a longer word stands alone.
    static func wrap(_ text: String, width: Int, indent: String = "", hanging: String? = nil) -> [String] {
        var lines: [String] = []
        var line = indent
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = hanging ?? indent
                isEmpty = true
            }
            line += isEmpty ? String(word) : " \(word)"
            isEmpty = false
        }
        return isEmpty ? lines : lines + [line]
    }
}
