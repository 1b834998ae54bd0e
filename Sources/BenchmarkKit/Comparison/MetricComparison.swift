import Foundation

/// One metric of one case in two runs.
package struct MetricComparison: Sendable {
    package let caseName: String
    package let metric: MetricDefinition
    package let rule: ComparisonRule
    /// The median of the rounds' p50s, in the metric's unit.
    package let base, candidate: Double
    /// Rounds that both have.
    package let rounds: Int
    /// Candidate over base; `nil` where a figure is 0.
    package let ratio: Double?
    /// 95 %, of the ratio; `nil` where there is none, as of exact metrics.
    package let interval: ConfidenceInterval?
    /// Of its rounds; `nil` where nothing is tested.
    let logRatios: [Double]?
    /// Of the test, corrected for the family.
    package internal(set) var correctedPValue: Double?
    package internal(set) var verdict = Verdict.inconclusive
    /// Why it is inconclusive, where that is not the figures' spread.
    package internal(set) var reason: String?

    /// Fewer rounds give no verdict.
    package static let fewestRounds = 6

    /// - Parameters:
    ///   - rounds: In pairs that are neighbours in time, or of two runs on their own.
    ///   - arePaired: Whether they are neighbours.
    ///   - intervals: Of the two medians, where they are not.
    init(
        caseName: String, metric: MetricDefinition, rule: ComparisonRule, rounds: [PairedRound],
        medians: (base: Double, candidate: Double), arePaired: Bool,
        intervals: (ConfidenceInterval, ConfidenceInterval)?
    ) {
        self.caseName = caseName
        self.metric = metric
        self.rule = rule
        self.rounds = rounds.count
        (base, candidate) = medians
        let hasZero = base <= 0 || candidate <= 0 || rounds.contains { $0.base <= 0 || $0.candidate <= 0 }
        guard !rule.isExact, !hasZero else {
            ratio = base > 0 ? candidate / base : nil
            (interval, self.logRatios) = (nil, nil)
            if rule.isExact || arePaired && rounds.allSatisfy({ $0.base == $0.candidate }) {
                verdict = Self.exact(medians, rule, metric.better)
            } else {
                reason = "has figures of 0"
            }
            return
        }
        guard arePaired else {
            ratio = candidate / base
            interval = intervals.flatMap { first, second in
                first.low > 0
                    ? ConfidenceInterval(low: second.low / first.high, high: second.high / first.low) : nil
            }
            self.logRatios = nil
            reason = "not measured in turns"
            return
        }
        let logRatios = rounds.map(\.logRatio)
        ratio = exp(SignedRank.estimate(logRatios))
        interval = SignedRank.interval(logRatios).map { ConfidenceInterval(low: exp($0.low), high: exp($0.high)) }
        guard rounds.count >= Self.fewestRounds else {
            self.logRatios = nil
            reason = "fewer than \(Self.fewestRounds) rounds"
            return
        }
        self.logRatios = logRatios
    }

    private static func exact(
        _ medians: (base: Double, candidate: Double), _ rule: ComparisonRule, _ better: BetterDirection
    ) -> Verdict {
        let difference = medians.candidate - medians.base
        guard abs(difference) > rule.threshold * medians.base else { return .same }
        return (difference > 0) == (better == .lower) ? .slower : .faster
    }

    /// Takes the p-value as corrected for the family, and says what that and the size allow to say.
    mutating func decide(correctedPValue: Double, level: Double) {
        self.correctedPValue = correctedPValue
        guard let ratio, let interval else { return }
        let isLarge = rule.counts(ratio: ratio, of: base, difference: candidate - base, unit: metric.unit)
        if correctedPValue <= level, isLarge {
            verdict = (ratio > 1) == (metric.better == .lower) ? .slower : .faster
        } else if interval.high < 1 + rule.threshold, interval.low > 1 / (1 + rule.threshold) {
            verdict = .same
        }
    }

    /// How many times worse the candidate may be for all that was measured: the far end of the interval.
    package var worstCase: Double? {
        guard let interval else { return ratio }
        return metric.better == .lower ? interval.high : 1 / interval.low
    }

    /// How many times worse it is; below 1 better.
    package var worsening: Double? { ratio.map { metric.better == .lower ? $0 : 1 / $0 } }
}
