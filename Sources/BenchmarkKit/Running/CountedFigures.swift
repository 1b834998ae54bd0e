/// What the allocation pass found of one metric of one case: a figure for each of its rounds.
///
/// Its line has the case, the metric, the unit and the figures, separated by tabs.
package struct CountedFigures: Sendable, Hashable {
    package let caseName: String
    package let metric: MetricDefinition
    package let figures: [Double]

    package init(caseName: String, metric: MetricDefinition, figures: [Double]) {
        self.caseName = caseName
        self.metric = metric
        self.figures = figures
    }

    var line: String {
        ([caseName, metric.name, metric.unit] + figures.map { "\($0)" }).joined(separator: "\t") + "\n"
    }

    /// `nil` of what is no such line.
    init?(line: Substring) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count > 3 else { return nil }
        let figures = cells.dropFirst(3).compactMap(Double.init)
        guard figures.count == cells.count - 3, figures.allSatisfy(\.isFinite) else { return nil }
        // jemalloc's smallest objects differ by 16 bytes; a hundredth of an allocation is one of a hundred operations.
        self.init(
            caseName: cells[0],
            metric: MetricDefinition(cells[1], unit: cells[2], resolution: cells[2] == "B" ? 16 : 0.01),
            figures: figures)
    }
}
