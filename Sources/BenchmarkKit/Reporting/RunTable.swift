/// The table that a run prints for people: what was measured, how sure it is, and how to read it.
struct RunTable {
    static let width = 110
    /// Names beyond these are cut in the middle of the table; the files have them whole.
    private static let widestMetric = 26
    private static let widestImplementation = 20

    let rows: [SummaryRow]
    /// Each suite's question.
    let questions: [String: String]
    /// Names of the cases that the ratios are taken against.
    let references: Set<String>
    let notes: [String]
    /// Sentences: what the run found.
    var findings: [String] = []
    /// Lines after the table: where the files are.
    let ending: [String]

    var text: String {
        var lines: [String] = []
        var footnotes = Footnotes()
        for suite in Self.ordered(rows.map(\.suite)) {
            let rows = rows.filter { $0.suite == suite }
            lines += TextTable.wrap("\(suite): \(questions[suite] ?? "")", width: Self.width, hanging: "  ") + [""]
            for parameters in Self.ordered(rows.map(\.parameterText)) {
                lines += block(parameters, rows.filter { $0.parameterText == parameters }, &footnotes) + [""]
            }
        }
        let unmeasured = rows.count { $0.status == .partial && $0.rounds == 0 }
        var notes = notes
        if unmeasured > 0 { notes.insert("\(unmeasured) cases were not measured before the interruption", at: 0) }
        for (number, text) in footnotes.texts.enumerated() {
            lines += TextTable.wrap(text, width: Self.width, indent: "[\(number + 1)] ", hanging: "    ")
        }
        for note in notes { lines += TextTable.wrap(note, width: Self.width, indent: "note: ", hanging: "      ") }
        if !footnotes.texts.isEmpty || !notes.isEmpty { lines.append("") }
        lines += explanation
        if !findings.isEmpty { lines += ["", "What this run found:"] }
        for finding in findings { lines += TextTable.wrap(finding, width: Self.width, indent: "- ", hanging: "  ") }
        if !ending.isEmpty { lines += [""] + ending }
        return lines.joined(separator: "\n") + "\n"
    }

    private func block(_ parameters: String, _ rows: [SummaryRow], _ footnotes: inout Footnotes) -> [String] {
        var cells: [[String]] = []
        for metric in Self.ordered(rows.compactMap(\.metric)) {
            for (index, row) in rows.filter({ $0.metric == metric }).enumerated() {
                cells.append(self.cells(row, metric: index == 0 ? metric : nil, &footnotes))
            }
        }
        for row in rows where row.metric == nil && !(row.status == .partial && row.rounds == 0) {
            cells.append(self.cells(row, metric: nil, &footnotes))
        }
        guard !cells.isEmpty else { return ["  \(parameters)", "    not measured"] }
        let title = parameters.replacing(",", with: ", ")
        return TextTable.wrap(title, width: Self.width, indent: "  ", hanging: "    ") + Self.lines(cells)
    }

    /// With the bars where there is room for them.
    private static func lines(_ rows: [[String]]) -> [String] {
        var table = TextTable([.left, .left, .right, .right, .right, .right, .left, .left])
        table.add(["metric", "implementation", "median", "95 %", "p99", "ratio", "", ""])
        for row in rows { table.add(row) }
        let lines = table.lines(indent: 4)
        guard rows.contains(where: { !$0[bars].isEmpty }), lines.allSatisfy({ $0.count <= width }) else {
            return table.without(column: bars).lines(indent: 4)
        }
        return lines
    }

    /// The bars' column.
    private static let bars = 6

    private func cells(_ row: SummaryRow, metric: MetricDefinition?, _ footnotes: inout Footnotes) -> [String] {
        let unit = row.metric?.unit ?? ""
        let name = metric.map { Self.cut($0.name, Self.widestMetric) + ($0.better == .higher ? " ↑" : "") } ?? ""
        let mark = references.contains(row.caseName) ? " *" : ""
        let spread = row.summary.flatMap { row.interval?.halfWidth(relativeTo: $0.p50) }
        var status = row.status == .ok ? "" : row.status.word
        if let reason = row.status.reason { status += " [\(footnotes.number(of: reason))]" }
        return [
            name, Self.cut(row.implementation, Self.widestImplementation) + mark,
            row.summary.map { Readable.value($0.p50, unit: unit) } ?? "–",
            spread.map(Readable.plusMinus) ?? "–",
            // Of a handful of samples there is no 99th percentile to speak of.
            row.summary.flatMap { $0.count >= 100 ? Readable.value($0.p99, unit: unit) : nil } ?? "–",
            row.ratio.map(Readable.ratio) ?? "–", RatioBar.text(row.ratio), status,
        ]
    }

    private var explanation: [String] {
        var text =
            "How to read: median of all samples; 95 % is half the bootstrap interval of the median over rounds;"
            + " p99 from 100 samples on; ratio is this p50 over the reference's (*) in the same round, or, where theory says"
            + " what to expect, measured over expected, typical of the rounds (Hodges–Lehmann); in its bar each cell is a"
            + " factor of two and three cells are 1.00×. Less is better"
        text += rows.contains { $0.metric?.better == .higher } ? ", except with ↑." : "."
        if rows.contains(where: { $0.status == .noisy }) {
            text +=
                " noisy: neither the median nor its ratio is known to \(Readable.number(NoiseCriterion().threshold * 100)) %,"
            text += " since the rounds spread by more than that and than the metric's resolution;"
            text += " repeat with more --rounds, or on a quieter machine."
        }
        if rows.contains(where: { $0.status == .partial }) {
            text += " partial: interrupted before all rounds were done."
        }
        if rows.contains(where: { if case .invalid = $0.status { true } else { false } }) {
            text += " invalid: the implementation broke its contract, so its figures mean nothing."
        }
        return TextTable.wrap(text, width: Self.width)
    }

    static func ordered<T: Hashable>(_ values: [T]) -> [T] {
        var seen: Set<T> = []
        return values.filter { seen.insert($0).inserted }
    }

    private static func cut(_ text: String, _ width: Int) -> String {
        text.count <= width ? text : text.prefix(width - 1) + "…"
    }
}

/// Reasons under a table, each once.
private struct Footnotes {
    private(set) var texts: [String] = []

    /// 1-based.
    mutating func number(of text: String) -> Int {
        if let index = texts.firstIndex(of: text) { return index + 1 }
        texts.append(text)
        return texts.count
    }
}
