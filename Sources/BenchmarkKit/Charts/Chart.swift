/// A chart: which figures it shows. How it is drawn says the gnuplot script of the same name in `scripts/charts`.
package struct Chart: Sendable {
    /// Of its files: `charts/NAME.csv`, `.svg` and `.png`.
    package let name: String
    package let title: String
    /// How to read it, in a sentence or two.
    package let caption: String
    /// The suite that measures its figures.
    package let suite: String
    /// The figures; none where the run has none to show. Slots are given later, by the palette.
    package let points: @Sendable (StoredRun) throws(UsageError) -> [ChartPoint]

    /// In the order of the report.
    package static let all: [Chart] = [
        .throughput, .allocations, .latencyPercentiles, .latencyUtilisation, .waiting, .jain, .progress, .store,
        .fanout,
    ]
}

extension StoredRun {
    /// The figures of one suite that mean something.
    func figures(_ suite: String) -> SuiteFigures { SuiteFigures(rows, suite: suite) }
}

extension SummaryRow {
    /// A parameter of the case, with a column of its own or not.
    func parameter(_ key: String) -> String? { SuiteFigures.parameters(of: self)[key] }

    /// A parameter that is a number.
    func number(_ key: String) -> Double? { parameter(key).flatMap { Double($0) } }
}
