/// Whether the rounds of a metric spread too far for its figure to be relied on.
///
/// The spread is the interquartile range of the per-round p50s, times 0.7413 (which makes it the standard deviation for
/// normal rounds), over their median. One stray round in five does not move the quartiles. The median absolute
/// deviation would be more robust still, too robust: of rounds in two modes, three to two, it is 0.
///
/// The threshold is 10 %: process rounds of steady cases were seen to spread by 0.7 to 4 %, those of a case with two
/// modes by 20 %, and ten percent lies between.
package struct NoiseCriterion: Sendable, Hashable {
    package var threshold: Double
    /// With fewer rounds quartiles mean nothing, and nothing is called noisy.
    package static let minimumRounds = 3

    package init(threshold: Double = 0.1) { self.threshold = threshold }

    /// The spread as a share of the median; `nil` of too few rounds, infinite where the rounds differ about 0.
    package static func spread(ofRoundMedians medians: [Double]) -> Double? {
        guard medians.count >= minimumRounds else { return nil }
        let sorted = medians.sorted()
        let range = Percentile.value(0.75, ofSorted: sorted) - Percentile.value(0.25, ofSorted: sorted)
        guard range > 0 else { return 0 }
        return 0.7413 * range / abs(Percentile.value(0.5, ofSorted: sorted))
    }

    package func isNoisy(roundMedians: [Double]) -> Bool {
        guard let spread = Self.spread(ofRoundMedians: roundMedians) else { return false }
        return spread > threshold
    }
}
