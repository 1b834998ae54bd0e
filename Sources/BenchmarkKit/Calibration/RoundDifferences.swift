import Foundation

/// The log-ratios of a pair of one and the same build, round by round: what the machine does without any change.
package struct RoundDifferences: Sendable {
    package struct Row: Sendable {
        package let caseName: String
        package let metric: MetricDefinition
        package let rule: GateConfiguration.Rule
        /// The median of all p50s, in the metric's unit.
        let figure: Double
        /// One a round, in the order of the rounds.
        package let logRatios: [Double]

        /// Whether the gate would call this slower.
        func isSlower(estimate: Double, correctedPValue: Double, level: Double) -> Bool {
            let worsening = metric.better == .lower ? estimate : -estimate
            guard correctedPValue <= level, worsening > 0, let comparison = rule.comparison else { return false }
            return comparison.counts(
                ratio: exp(worsening), of: figure, difference: figure * expm1(estimate), unit: metric.unit)
        }
    }

    /// The gated rows that are times: what is exact needs no calibration.
    package let rows: [Row]
    /// That every row has.
    package let rounds: Int

    /// - Throws: `UsageError` where the two were not measured in turns, or too briefly.
    package init(
        base: RecordedRun, candidate: RecordedRun, configuration: GateConfiguration
    ) throws(UsageError) {
        let comparison = try Comparison(base: base, candidate: candidate)
        guard comparison.arePaired else {
            throw UsageError("\(candidate.path): was not measured in turns with \(base.path); 'pair' does that")
        }
        var rows: [Row] = []
        for result in base.results {
            let name = result.benchmarkCase.description
            guard let other = candidate.result(of: name) else { continue }
            for metric in result.metrics {
                guard let rule = configuration.rule(name, metric), rule.comparison?.isExact == false else { continue }
                let pairs = zip(result.rounds(of: metric), other.rounds(of: metric)).compactMap {
                    PairedRound($0, $1, inTurns: comparison.areInTurns)
                }
                guard pairs.allSatisfy({ $0.logRatio.isFinite }), !pairs.isEmpty else { continue }
                rows.append(
                    Row(
                        caseName: name, metric: metric, rule: rule,
                        figure: Percentile.median(pairs.flatMap { [$0.base, $0.candidate] }),
                        logRatios: pairs.map(\.logRatio)))
            }
        }
        let most = rows.map(\.logRatios.count).max() ?? 0
        // A case that lost a round cannot be drawn together with the others.
        self.rows = rows.filter { $0.logRatios.count == most }
        rounds = most
        guard most >= 2 * MetricComparison.fewestRounds else {
            throw UsageError(
                "\(base.path): \(most) rounds are too few to calibrate with; measure \(2 * MetricComparison.fewestRounds)"
                    + " or more")
        }
    }

    init(rows: [Row]) {
        self.rows = rows
        rounds = rows.map(\.logRatios.count).min() ?? 0
    }

    /// So many of the rounds, each at most once, with base and candidate exchanged in each by chance: another pair that
    /// the same machine might have given, in which nothing differs.
    ///
    /// All rows are drawn alike, so that what hits them together in a round still does.
    func drawn(_ count: Int, _ generator: inout SeededGenerator) -> [[Double]] {
        let chosen = Array(0..<rounds).shuffled(using: &generator).prefix(count)
        let signs = chosen.map { _ in Bool.random(using: &generator) ? 1.0 : -1 }
        return rows.map { row in zip(chosen, signs).map { row.logRatios[$0] * $1 } }
    }
}
