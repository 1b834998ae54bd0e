import Foundation

/// Draws the charts of a run, or of a candidate against its base, and writes `report.html` beside its figures.
package struct ReportWriter: Sendable {
    let suites: [any BenchmarkSuite]
    let tool: String
    let palette: ChartPalette
    /// Draws the charts of these names in a folder.
    let draw: @Sendable (ChartFolder, [String]) throws(UsageError) -> Void

    package init(
        suites: [any BenchmarkSuite], tool: String, palette: ChartPalette,
        draw: @escaping @Sendable (ChartFolder, [String]) throws(UsageError) -> Void
    ) {
        self.suites = suites
        self.tool = tool
        self.palette = palette
        self.draw = draw
    }

    /// - Parameters:
    ///   - run: whose report it is, and whose folder it goes to.
    ///   - compared: with its base, where it has one.
    package func write(
        _ run: StoredRun, against compared: ComparedRuns? = nil
    ) throws(UsageError) -> (path: String, charts: ChartFolder.Outcome) {
        let folder = ChartFolder(of: run, palette: palette)
        let charts = Chart.all + (compared.map { [.comparison($0.ratios)] } ?? [])
        let outcome = try folder.writeData(of: run, charts: charts)
        try draw(folder, outcome.drawn)

        let report = RunReport(
            run: run, findings: RunFindings.sentences(suites, run.rows),
            questions: Dictionary(suites.map { ($0.name, $0.question) }) { first, _ in first },
            isCandidate: compared != nil)
        let drawn = charts.filter { outcome.drawn.contains($0.name) }
        var sections: [ReportSection] = []
        if let compared {
            let forest = drawn.contains { $0.name == "compare" }
            sections += ComparisonReport(compared: compared, candidate: run).sections(
                chart: forest ? report.chartsSection(drawn.filter { $0.name == "compare" }).body : nil)
        }
        sections += [
            report.findingsSection, report.chartsSection(drawn.filter { $0.name != "compare" }), report.noiseSection,
            report.environmentSection,
            report.reproductionSection, report.tablesSection,
        ]
        let page = ReportPage(
            title: compared == nil ? "Benchmark report" : "Benchmark comparison", subtitle: report.subtitle,
            sections: sections,
            tool: tool)
        let path = "\(run.path)/report.html"
        do throws(FileError) { try AtomicFile.write(page.html.utf8, to: path) } catch { throw UsageError("\(error)") }
        return (path, outcome)
    }
}
