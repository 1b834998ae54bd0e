import Foundation

/// A metric's round of the base with the candidate's of the same number.
package struct PairedRound: Sendable, Hashable {
    /// The p50s, in the metric's unit.
    package let base, candidate: Double
    /// ln(candidate / base): where the round was measured in turns, the median of the turns' own. Not finite where a
    /// figure is 0.
    package let logRatio: Double

    /// - Parameter logRatio: `nil` is that of the two.
    package init(base: Double, candidate: Double, logRatio: Double? = nil) {
        self.base = base
        self.candidate = candidate
        self.logRatio = logRatio ?? log(candidate / base)
    }

    /// `nil` of a round that one of them lacks.
    ///
    /// - Parameter inTurns: Whether samples of the same number are neighbours in time.
    package init?(_ first: MetricRound?, _ second: MetricRound?, inTurns: Bool) {
        guard let first, let second, let base = first.p50, let candidate = second.p50 else { return nil }
        guard inTurns, case .samples(let bases) = first.values, case .samples(let candidates) = second.values,
            bases.count == candidates.count, (bases + candidates).allSatisfy({ $0 > 0 })
        else {
            self.init(base: base, candidate: candidate)
            return
        }
        let logRatios = zip(bases, candidates).map { log($1 / $0) }
        self.init(base: base, candidate: candidate, logRatio: Percentile.median(logRatios))
    }
}
