import Foundation

extension Chart {
    /// The forest plot of two runs: those figures that changed most.
    /// - Parameter most: how many rows it has at most.
    package static func comparison(_ rows: [RatioRow], most: Int = 24) -> Chart {
        Chart(
            name: "compare", title: "Candidate over base",
            caption:
                "The ratio with its interval, of rounds in turns the paired one; left of 1 the candidate's figure is "
                + "smaller. Inside of the grey band a change is below 3 %. Of many figures those are shown that changed most.",
            suite: "all"
        ) { _ throws(UsageError) in
            let ranked = rows.filter { $0.interval != nil }.sorted { abs(log($0.ratio)) > abs(log($1.ratio)) }
            let shown = Array(ranked.prefix(most)).sorted { $0.ratio < $1.ratio }
            return shown.enumerated().map { index, row in
                ChartPoint(
                    panel: shown.count < rows.count
                        ? "the \(shown.count) largest changes of \(rows.count)" : "all \(rows.count) figures",
                    implementation: row.direction.rawValue, variant: row.direction.rawValue,
                    row: Self.name(row), x: Double(index), y: row.ratio, interval: row.interval)
            }
        }
    }

    /// In two lines: `suite/implementation: metric` and the case's parameters.
    private static func name(_ row: RatioRow) -> String {
        let parts = row.caseName.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return "\(row.caseName): \(row.metric.name)" }
        return "\(parts[0])/\(parts[1]): \(row.metric.name)|\(parts[2].replacing(",", with: " "))"
    }
}
