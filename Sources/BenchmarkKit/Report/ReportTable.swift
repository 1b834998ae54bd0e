/// A table of a report, in a box of its own that scrolls where the page is narrow.
package struct ReportTable: Sendable {
    package struct Cell: Sendable {
        let text: String
        /// What it is sorted by; the text where there is none.
        var number: Double?

        package init(_ text: String, number: Double? = nil) {
            self.text = text
            self.number = number
        }
    }

    package struct Column: Sendable {
        let title: String
        var isNumber = false

        package init(_ title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }

    /// What it shows, for those who do not see it.
    let caption: String
    let columns: [Column]
    /// Each as long as `columns`.
    let rows: [[Cell]]

    package init(caption: String, columns: [Column], rows: [[Cell]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }

    package var html: HTML {
        let head = columns.map { column -> HTML in
            column.isNumber
                ? "<th scope=\"col\" class=\"n\">\(column.title)</th>" : "<th scope=\"col\">\(column.title)</th>"
        }
        let body = rows.map { row -> HTML in
            var line: HTML = "<tr>"
            for (column, cell) in zip(columns, row) { line += Self.cell(cell, column) }
            line += "</tr>"
            return line
        }
        return """
            <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">
            <table><caption>\(caption)</caption>
            <thead><tr>\(head.lines)</tr></thead>
            <tbody>
            \(body.lines)
            </tbody></table>
            </div>
            """
    }

    /// In a box that opens and closes, open where there are few rows.
    package var folded: HTML {
        let open = HTML(trusted: rows.count <= Self.mostOpenRows ? " open" : "")
        return "<details\(open)><summary>All \(rows.count) figures</summary>\n\(html)\n</details>"
    }

    private static let mostOpenRows = 60

    private static func cell(_ cell: Cell, _ column: Column) -> HTML {
        guard column.isNumber else { return "<td>\(cell.text)</td>" }
        guard let number = cell.number else { return "<td class=\"n\">\(cell.text)</td>" }
        return "<td class=\"n\" data-v=\"\(CSVWriter.cell(number))\">\(cell.text)</td>"
    }
}
