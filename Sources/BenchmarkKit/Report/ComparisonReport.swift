/// What a report on two runs says beside the second's own sections.
struct ComparisonReport {
    let compared: ComparedRuns
    let candidate: StoredRun

    private var base: StoredRun { compared.base }
    private var rows: [RatioRow] { compared.ratios }

    func sections(chart: HTML?) -> [ReportSection] {
        [
            compared.verdicts,
            ReportSection(
                id: "comparison", title: "Candidate against base",
                body: [summary, chart, table.folded].compactMap { $0 }.lines),
            ReportSection(id: "environments", title: "Both environments", body: environments.html),
        ]
    }

    private var summary: HTML {
        let better = rows.count { $0.direction == .better }
        let worse = rows.count { $0.direction == .worse }
        return """
            <p>Base is <strong>\(base.environment.runID)</strong> (\(base.path)), candidate
            <strong>\(candidate.environment.runID)</strong> (\(candidate.path)). Of \(rows.count) figures that both have the
            candidate's is better in \(better) and worse in \(worse), as far as each interval by itself tells; in the others
            both may be the same. \(caveat)</p>
            """
    }

    private var caveat: String {
        compared.arePaired
            ? "Ratio and interval are of rounds in turns, and not corrected for their number: the verdicts are."
            : "Two runs at different hours differ by more than two builds: for a verdict measure both side by side."
    }

    private var table: ReportTable {
        ReportTable(
            caption: compared.arePaired
                ? "Medians of base and candidate, and the paired ratio with its interval"
                : "Medians of base and candidate, and their ratio with the interval that the medians' own allow",
            columns: [
                .init("case"), .init("metric"), .init("base", isNumber: true), .init("candidate", isNumber: true),
                .init("ratio", isNumber: true), .init("from", isNumber: true), .init("to", isNumber: true),
                .init("change"),
            ],
            rows: rows.map { row in
                [
                    .init(row.caseName), .init(row.metric.name + (row.metric.better == .higher ? " ↑" : "")),
                    .init(Readable.value(row.base, unit: row.metric.unit), number: row.base),
                    .init(Readable.value(row.candidate, unit: row.metric.unit), number: row.candidate),
                    .init(Readable.ratio(row.ratio), number: row.ratio),
                    .init(row.interval.map { Readable.ratio($0.low) } ?? "–", number: row.interval?.low),
                    .init(row.interval.map { Readable.ratio($0.high) } ?? "–", number: row.interval?.high),
                    .init(row.direction.rawValue),
                ]
            })
    }

    private var environments: ReportTable {
        ReportTable(
            caption: "Where and how both were measured",
            columns: [.init(""), .init("base"), .init("candidate"), .init("")],
            rows: zip(RunReport.facts(base.environment), RunReport.facts(candidate.environment)).map {
                base, candidate in
                [
                    .init(base.name), .init(base.value), .init(candidate.value),
                    .init(base.value == candidate.value ? "" : "differs"),
                ]
            })
    }
}
