/// The `ratio` column: how many times the reference a metric is, from ratios taken inside each round.
///
/// Neighbours in one round differ by little where hours differ by tens of percent, so the quotient is taken within a
/// round first, and the median of those is reported. A round in which either side is missing, or the divisor is
/// 0 or infinite, is left out.
package enum RatioSummary {
    /// Against the reference's p50 of the same round.
    /// - Returns: `nil` where no round has both.
    package static func ratio(_ medians: [Double?], toReference reference: [Double?]) -> Double? {
        median(zip(medians, reference).map { ($0, $1) })
    }

    /// Of `measured` to `expected`, for a metric whose rounds say what theory expects.
    /// - Returns: `nil` where no round says.
    package static func ratio(toExpectationsOf rounds: [MetricRound]) -> Double? {
        median(rounds.map { ($0.expectation?.measured, $0.expectation?.expected) })
    }

    private static func median(_ pairs: [(Double?, Double?)]) -> Double? {
        let quotients = pairs.compactMap { pair -> Double? in
            guard let dividend = pair.0, let divisor = pair.1, divisor != 0, divisor.isFinite else { return nil }
            let quotient = dividend / divisor
            return quotient.isFinite ? quotient : nil
        }
        return quotients.isEmpty ? nil : Percentile.median(quotients)
    }
}
