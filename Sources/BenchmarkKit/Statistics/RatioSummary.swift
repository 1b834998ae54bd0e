import Foundation

/// The `ratio` column: how many times the reference a metric is, from ratios taken inside each round.
///
/// Neighbours in one round differ by little where hours differ by tens of percent, so the quotient is taken within a
/// round first. Those are summarised by the Hodges–Lehmann estimate of their logarithms, as `compare` does with builds:
/// on a machine whose times have two modes the median of the quotients jumps from one to the other however many rounds
/// there are, while this converges. A round in which either side is missing, or the divisor is 0 or infinite, is left
/// out.
package enum RatioSummary {
    /// Against the reference's p50 of the same round.
    /// - Returns: `nil` where no round has both.
    package static func ratio(_ medians: [Double?], toReference reference: [Double?]) -> Double? {
        estimate(quotients(zip(medians, reference).map { ($0, $1) }))
    }

    /// Of `measured` to `expected`, for a metric whose rounds say what theory expects.
    /// - Returns: `nil` where no round says.
    package static func ratio(toExpectationsOf rounds: [MetricRound]) -> Double? {
        estimate(quotients(rounds.map { ($0.expectation?.measured, $0.expectation?.expected) }))
    }

    static func quotients(_ pairs: [(Double?, Double?)]) -> [Double] {
        pairs.compactMap { pair -> Double? in
            guard let dividend = pair.0, let divisor = pair.1, divisor != 0, divisor.isFinite else { return nil }
            let quotient = dividend / divisor
            return quotient.isFinite ? quotient : nil
        }
    }

    /// Quotients of which one is not positive have no logarithms: their median.
    static func estimate(_ quotients: [Double]) -> Double? {
        guard let least = quotients.min() else { return nil }
        return least > 0 ? exp(SignedRank.estimate(quotients.map { log($0) })) : Percentile.median(quotients)
    }

    /// The estimate's 95 % interval.
    ///
    /// - Returns: `nil` of fewer than two quotients, and where one is not positive.
    static func interval(ofQuotients quotients: [Double]) -> ConfidenceInterval? {
        guard let least = quotients.min(), least > 0 else { return nil }
        return SignedRank.interval(quotients.map { log($0) }).map {
            ConfidenceInterval(low: exp($0.low), high: exp($0.high))
        }
    }
}
