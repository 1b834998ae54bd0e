import Foundation

extension Chart {
    /// Data in ns an element, as in `summary.csv`; the script draws its inverse.
    static let fanout = Chart(
        name: "fanout", title: "Fan-out: elements a second against the limit",
        caption: "Points are measured, with 95 % intervals; lines are the Universal Scalability Law fitted to a sweep "
            + "over the limits, and the ring is its knee: the limit beyond which nothing is gained. Higher is better.",
        suite: "fanout"
    ) { run throws(UsageError) in
        let figures = run.figures("fanout")
        return figures.values(of: "body", FanOutSuite.itemTime.name).flatMap { body -> [ChartPoint] in
            let panel = "body: \(body)"
            let measured = figures.of(FanOutSuite.itemTime.name, ["body": body]).compactMap { row in
                row.number("limit").map { ChartPoint(row, panel: panel, x: $0) }
            }
            guard let least = measured.map(\.x).min(), let most = measured.map(\.x).max() else { return [] }
            let knees = figures.of(FanOutSuite.knee.name, ["body": body, "limit": "sweep"])
            let laws = knees.flatMap { knee -> [ChartPoint] in
                law(figures, knee, panel: panel, limits: least...most)
            }
            return measured + laws
        }
    }

    private static func law(
        _ figures: SuiteFigures, _ knee: SummaryRow, panel: String, limits: ClosedRange<Double>
    ) -> [ChartPoint] {
        func parameter(_ metric: MetricDefinition) -> Double? {
            figures.of(metric.name).first { $0.caseName == knee.caseName }?.summary?.p50
        }
        guard let lambda = parameter(FanOutSuite.lambda), let sigma = parameter(FanOutSuite.sigma),
            let kappa = parameter(FanOutSuite.kappa), let best = knee.summary?.p50, best > 0
        else { return [] }
        let law = ScalabilityLaw(lambda: lambda, sigma: sigma, kappa: kappa)
        let steps = 60.0
        let ratio = limits.upperBound / limits.lowerBound
        let curve = (0...Int(steps)).map { limits.lowerBound * pow(ratio, Double($0) / steps) }
        return curve.map { limit in
            ChartPoint(
                panel: panel, implementation: knee.implementation, variant: "law", x: limit,
                y: 1e9 / law.throughput(limit))
        } + [
            ChartPoint(
                panel: panel, implementation: knee.implementation, variant: "knee", x: best,
                y: 1e9 / law.throughput(best))
        ]
    }
}
