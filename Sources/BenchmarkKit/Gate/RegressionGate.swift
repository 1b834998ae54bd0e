/// Whether a candidate may pass.
package struct RegressionGate: Sendable {
    package enum Outcome: String, Sendable {
        /// Broke its contract, or failed.
        case broken
        case regressed
        /// What it lost may be more than the rule lets pass unseen.
        case noisy
        case passed
    }
    package struct Row: Sendable {
        package let comparison: MetricComparison
        package let outcome: Outcome
    }

    package let comparison: Comparison
    /// The most important first.
    package let rows: [Row]

    package init(
        base: RecordedRun, candidate: RecordedRun, configuration: GateConfiguration
    ) throws(UsageError) {
        let comparison = try Comparison(base: base, candidate: candidate, level: configuration.level) {
            configuration.rule($0, $1)?.comparison
        }
        rows = comparison.metrics.map { metric in
            let rule = configuration.rule(metric.caseName, metric.metric)
            return Row(
                comparison: metric,
                outcome: Self.outcome(
                    metric, blindness: rule?.blindness ?? .infinity, arePaired: comparison.arePaired))
        }
        self.comparison = comparison
        guard !rows.isEmpty || !comparison.broken.isEmpty else {
            throw UsageError("no metric of a case that both have is gated; see the rules of the gate's configuration")
        }
    }

    static func outcome(_ metric: MetricComparison, blindness: Double, arePaired: Bool) -> Outcome {
        switch metric.verdict {
        case .slower: return .regressed
        case .faster, .same: return .passed
        case .inconclusive:
            guard arePaired, metric.rounds >= MetricComparison.fewestRounds, let worst = metric.worstCase else {
                return .noisy
            }
            return worst > 1 + blindness ? .noisy : .passed
        }
    }

    /// Broken cases that are the candidate's, not those that were broken before.
    package var broken: [Comparison.BrokenCase] { comparison.broken.filter(\.isCandidates) }
    package func rows(_ outcome: Outcome) -> [Row] { rows.filter { $0.outcome == outcome } }

    package var outcome: Outcome {
        if !broken.isEmpty { return .broken }
        for outcome in [Outcome.regressed, .noisy] where rows.contains(where: { $0.outcome == outcome }) {
            return outcome
        }
        return .passed
    }

    package var exitCode: Int32 {
        switch outcome {
        case .passed: 0
        case .regressed: 1
        case .noisy: 3
        case .broken: 4
        }
    }
}
