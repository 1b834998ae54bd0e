/// Writes RFC 4180 text: UTF-8, `\n` ends, a header always, `.` decimals in every locale.
package enum CSVWriter {
    /// - Parameter rows: each as long as `header`.
    package static func text(header: [String], rows: [[String]]) -> String {
        var text = ""
        for row in [header] + rows {
            precondition(row.count == header.count, "a row of \(row.count) cells below \(header.count) columns")
            text += row.map(quoted).joined(separator: ",")
            text += "\n"
        }
        return text
    }

    /// Quotes a cell that holds a comma, a quote or a line end.
    static func quoted(_ cell: String) -> String {
        let special: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard cell.utf8.contains(where: special.contains) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// The shortest text that reads back as the same number; whole numbers without `.0`; empty for `nil` and for what
    /// is not finite.
    package static func cell(_ number: Double?) -> String {
        guard let number, number.isFinite else { return "" }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
