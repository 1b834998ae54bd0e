/// One row of a chart's data file, `charts/NAME.csv`: a figure of `summary.csv` or `samples.csv` as it stands there, with
/// where it goes and how it looks. No cell of it needs quotes, so that gnuplot reads it too.
package struct ChartPoint: Sendable, Hashable {
    package static let columns = [
        "panel", "implementation", "variant", "slot", "row", "x", "y", "low", "high",
    ]

    /// Which of the chart's panels it is in: its title.
    package var panel = ""
    package var implementation: String
    /// What tells lines of one implementation apart; empty where it has one only.
    package var variant = ""
    /// The look: a line of `palette.csv`. 0 belongs to no implementation.
    package var slot = 0
    /// Where the figures stand beside names: the name that belongs to `x`.
    package var row = ""
    package var x: Double
    package var y: Double
    /// 95 % interval of `y`; `y` itself where there is none.
    package var low: Double
    package var high: Double

    package init(
        panel: String = "", implementation: String, variant: String = "", row: String = "", x: Double, y: Double,
        interval: ConfidenceInterval? = nil
    ) {
        self.panel = panel
        self.implementation = implementation
        self.variant = variant
        self.row = row
        self.x = x
        self.y = y
        low = interval?.low ?? y
        high = interval?.high ?? y
    }

    /// Of the median of a row that has figures.
    package init(_ summary: SummaryRow, panel: String = "", variant: String = "", row: String = "", x: Double) {
        self.init(
            panel: panel, implementation: summary.implementation, variant: variant, row: row, x: x,
            y: summary.summary?.p50 ?? .nan, interval: summary.interval)
    }

    package var cells: [String] {
        [Self.plain(panel), Self.plain(implementation), Self.plain(variant), "\(slot)", Self.plain(row)]
            + [x, y, low, high].map(CSVWriter.cell)
    }

    package static func csv(_ points: [ChartPoint]) -> String {
        CSVWriter.text(header: columns, rows: points.map(\.cells))
    }

    /// gnuplot ends a quoted cell at a comma, so nothing may need quotes.
    static func plain(_ text: String) -> String {
        String(
            text.map { character in
                switch character {
                case ",": ";"
                case "\"": "”"
                case "'": "’"
                case "\n", "\r", "\r\n": " "
                default: character
                }
            })
    }
}
