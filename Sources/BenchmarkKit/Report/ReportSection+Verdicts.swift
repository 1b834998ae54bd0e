extension ReportSection {
    /// What `compare` says of the same two folders: only runs that were measured in turns get verdicts on times.
    static func verdicts(_ comparison: Comparison) -> ReportSection {
        let counts = Verdict.allCases.map { verdict in
            "\(comparison.metrics.count { $0.verdict == verdict }) \(verdict)"
        }
        let doubts = comparison.differences.map { "<li class=\"warn\">\($0)</li>" as HTML }
        let broken = comparison.broken.map { broken -> HTML in
            "<li class=\"warn\">broken: \(broken.caseName): base \(broken.base.description), candidate \(broken.candidate.description)</li>"
        }
        let remarks = doubts + broken
        let table = ReportTable(
            caption: "Verdicts, the most important first", columns: verdictColumns,
            rows: comparison.metrics.map(verdictCells))
        return ReportSection(
            id: "verdicts", title: "Verdicts",
            body: [
                """
                <p><strong>\(counts.joined(separator: ", ")).</strong> The ratio is candidate over base, of rounds in turns the
                Hodges–Lehmann estimate; p is of a sign-flip test of the largest t, and so corrected for all rows. A change is told where
                it is significant and at least the threshold, <em>same</em> where the whole interval lies inside it; what is
                neither is inconclusive.</p>
                """,
                remarks.isEmpty ? nil : "<ul>\(remarks.lines)</ul>", table.folded,
            ].compactMap { $0 }.lines)
    }

    /// Why there are none.
    static func noVerdicts(_ reason: UsageError) -> ReportSection {
        ReportSection(
            id: "verdicts", title: "Verdicts", body: "<p class=\"warn\">There are none: \(reason.description)</p>")
    }

    private static let verdictColumns: [ReportTable.Column] = [
        .init("case"), .init("metric"), .init("base", isNumber: true), .init("candidate", isNumber: true),
        .init("ratio", isNumber: true), .init("from", isNumber: true), .init("to", isNumber: true),
        .init("p", isNumber: true), .init("verdict"),
    ]

    private static func verdictCells(_ row: MetricComparison) -> [ReportTable.Cell] {
        func fixed(_ number: Double?) -> ReportTable.Cell {
            .init(number.map { Readable.fixed($0, digits: 3) } ?? "–", number: number)
        }
        let unit = row.metric.unit
        return [
            .init(row.caseName), .init(row.metric.name + (row.metric.better == .higher ? " ↑" : "")),
            .init(Readable.value(row.base, unit: unit), number: row.base),
            .init(Readable.value(row.candidate, unit: unit), number: row.candidate), fixed(row.ratio),
            fixed(row.interval?.low), fixed(row.interval?.high), fixed(row.correctedPValue),
            .init(row.verdict.rawValue + (row.reason.map { " (\($0))" } ?? "")),
        ]
    }
}
