import Foundation

/// The sections of a report on one run.
struct RunReport {
    let run: StoredRun
    /// Sentences: what the run found.
    let findings: [String]
    /// Each suite's question.
    let questions: [String: String]
    /// Whether the report also compares it with a base.
    var isCandidate = false

    var subtitle: String {
        let environment = run.environment
        return "\(environment.runID) · \(environment.start) · \(environment.cpuModel ?? "unknown processor"),"
            + " \(environment.cpuCount) processors · profile \(environment.profile)"
    }

    var findingsSection: ReportSection {
        let items = findings.map { "<li>\($0)</li>" as HTML }
        return ReportSection(
            id: "findings", title: isCandidate ? "What the candidate's run found" : "What this run found",
            body: findings.isEmpty
                ? "<p>Too little was measured to say anything.</p>" : "<ul class=\"findings\">\n\(items.lines)\n</ul>")
    }

    /// - Parameter charts: those that were drawn, their pictures in `DIR/charts`.
    func chartsSection(_ charts: [Chart]) -> ReportSection {
        let figures = charts.compactMap { chart -> HTML? in
            guard let svg = FileManager.default.contents(atPath: "\(run.path)/charts/\(chart.name).svg"),
                let drawing = InlineDrawing.html(
                    svg: String(decoding: svg, as: UTF8.self), id: "chart-\(chart.name)", title: chart.title,
                    description: chart.caption)
            else { return nil }
            return """
                <figure id="\(chart.name)">
                <div class="drawing" tabindex="0" role="group" aria-label="\(chart.title)">\(drawing)</div>
                <figcaption><strong>\(chart.title)\(chart.title.hasSuffix("?") ? "" : ".")</strong> \(chart.caption) Figures: charts/\(chart.name).csv</figcaption>
                </figure>
                """
        }
        return ReportSection(
            id: "charts", title: "Charts",
            body: figures.isEmpty
                ? "<p>No chart has figures to show.</p>" : "<div class=\"charts\">\n\(figures.lines)\n</div>")
    }

    // MARK: Tables

    var tablesSection: ReportSection {
        let suites = RunTable.ordered(run.rows.map(\.suite))
        let tables = suites.map { suite -> HTML in
            let rows = run.rows.filter { $0.suite == suite && $0.metric != nil }
            let table = ReportTable(
                caption: "\(suite): \(rows.count) figures", columns: Self.columns, rows: rows.map(Self.cells))
            return """
                <h3 id="suite-\(suite)">\(suite)</h3>
                <p>\(questions[suite] ?? "")</p>
                \(table.folded)
                """
        }
        let explanation: HTML = """
            <p>Median of all samples; ± is half of the 95 % bootstrap interval of the median over rounds; p99 from 100 samples
            on. The ratio is this median over the reference's in the same round or, where theory says what to expect, measured
            over expected, typical of the rounds (Hodges–Lehmann). Less is better, except with ↑. A column is sorted by its
            heading.</p>
            """
        return ReportSection(id: "figures", title: "All figures", body: [explanation, tables.lines].lines)
    }

    private static let columns: [ReportTable.Column] = [
        .init("case"), .init("metric"), .init("implementation"), .init("median", isNumber: true),
        .init("±", isNumber: true), .init("p99", isNumber: true), .init("ratio", isNumber: true), .init("status"),
    ]

    private static func cells(_ row: SummaryRow) -> [ReportTable.Cell] {
        let unit = row.metric?.unit ?? ""
        let spread = row.summary.flatMap { row.interval?.halfWidth(relativeTo: $0.p50) }
        let p99 = row.summary.flatMap { $0.count >= 100 ? $0.p99 : nil }
        return [
            .init(row.parameterText.replacing(",", with: ", ")),
            .init((row.metric?.name ?? "") + (row.metric?.better == .higher ? " ↑" : "")), .init(row.implementation),
            .init(row.summary.map { Readable.value($0.p50, unit: unit) } ?? "–", number: row.summary?.p50),
            .init(spread.map(Readable.plusMinus) ?? "–", number: spread),
            .init(p99.map { Readable.value($0, unit: unit) } ?? "–", number: p99),
            .init(row.ratio.map(Readable.ratio) ?? "–", number: row.ratio), .init(row.status.description),
        ]
    }
}
