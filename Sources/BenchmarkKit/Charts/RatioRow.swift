/// One metric of one case in two runs.
package struct RatioRow: Sendable, Hashable {
    package enum Direction: String, Sendable { case better, worse, unclear }

    package let caseName: String
    package let metric: MetricDefinition
    /// Medians, in the metric's unit.
    package let base: Double
    package let candidate: Double
    /// Candidate over base.
    package let ratio: Double
    package let interval: ConfidenceInterval?

    package init(
        caseName: String, metric: MetricDefinition, base: Double, candidate: Double, ratio: Double,
        interval: ConfidenceInterval?
    ) {
        self.caseName = caseName
        self.metric = metric
        self.base = base
        self.candidate = candidate
        self.ratio = ratio
        self.interval = interval
    }

    /// Whether the interval excludes 1, and on which side.
    package var direction: Direction {
        guard let interval, interval.low > 1 || interval.high < 1 else { return .unclear }
        return (interval.low > 1) == (metric.better == .higher) ? .better : .worse
    }

    /// What both runs have measured, in the candidate's order.
    ///
    /// The interval is the widest that the two medians' own allow, from the lowest candidate over the highest base to the
    /// reverse: it needs no pairing of rounds, and is wider than one that has it.
    package static func rows(base: StoredRun, candidate: StoredRun) -> [RatioRow] {
        let known = Dictionary(base.rows.compactMap { row in key(row).map { ($0, row) } }) { first, _ in first }
        return candidate.rows.compactMap { row in
            guard let key = key(row), let other = known[key], let metric = row.metric,
                let (before, after) = medians(other, row), before > 0, after > 0
            else { return nil }
            var interval: ConfidenceInterval?
            if let old = other.interval, let new = row.interval, old.low > 0 {
                interval = ConfidenceInterval(low: new.low / old.high, high: new.high / old.low)
            }
            return RatioRow(
                caseName: row.caseName, metric: metric, base: before, candidate: after, ratio: after / before,
                interval: interval)
        }
    }

    /// Of runs that were measured in turns the paired estimates with their intervals, as `compare` has them.
    package static func rows(_ comparison: Comparison) -> [RatioRow] {
        comparison.metrics.compactMap { metric in
            guard let ratio = metric.ratio, ratio > 0 else { return nil }
            return RatioRow(
                caseName: metric.caseName, metric: metric.metric, base: metric.base, candidate: metric.candidate,
                ratio: ratio, interval: metric.interval)
        }
    }

    private static func key(_ row: SummaryRow) -> [String]? {
        switch row.status {
        case .ok, .noisy, .partial: row.metric.map { [row.caseName, $0.name] }
        case .invalid, .failed, .skipped: nil
        }
    }

    private static func medians(_ base: SummaryRow, _ candidate: SummaryRow) -> (Double, Double)? {
        guard let before = base.summary?.p50, let after = candidate.summary?.p50 else { return nil }
        return (before, after)
    }
}
