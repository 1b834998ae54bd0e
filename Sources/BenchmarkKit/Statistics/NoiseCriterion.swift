/// Whether a figure is not known well enough to be relied on.
///
/// It is noisy where both its rounds spread too far and too few of them were measured to know the p50 all the same: the
/// spread is above 10 %, and so is the distance of the p50 to the farther end of its 95 % interval. A machine that changes
/// its pace spreads the rounds whatever is measured; more of them tell the median of all samples nonetheless.
/// Of ratios it is the estimate and the interval of ``RatioSummary`` instead of the median's.
///
/// The spread is the interquartile range of the per-round p50s, times 0.7413 (which makes it the standard deviation for
/// normal rounds), over their median. One stray round in five does not move the quartiles. The median absolute
/// deviation would be more robust still, too robust: of rounds in two modes, three to two, it is 0.
///
/// The threshold is 10 %: process rounds of steady cases were seen to spread by 0.7 to 4 %, those of a case with two
/// modes by 20 %, and ten percent lies between.
///
/// As a share alone the spread explodes near 0: a κ of 0.00001 that was 0.00002 in another round is no worse known than one
/// of 0.5. So a spread within the metric's resolution is none.
///
/// What a figure is relied on for is a ratio taken inside one round. Where rounds say what theory expects of their own
/// arrivals, it is that quotient that should agree: each round has a schedule of its own, and the waits differ as the
/// schedules do. Where there is a reference, it is enough that the quotients to it agree: then the machine changed its pace
/// for both alike.
package struct NoiseCriterion: Sendable, Hashable {
    package var threshold: Double
    /// With fewer rounds quartiles mean nothing, and nothing is called noisy.
    package static let minimumRounds = 3

    package init(threshold: Double = 0.1) { self.threshold = threshold }

    /// The spread in the unit of the medians; `nil` of too few rounds.
    package static func absoluteSpread(ofRoundMedians medians: [Double]) -> Double? {
        guard medians.count >= minimumRounds else { return nil }
        let sorted = medians.sorted()
        return 0.7413 * (Percentile.value(0.75, ofSorted: sorted) - Percentile.value(0.25, ofSorted: sorted))
    }

    /// The spread as a share of the median; `nil` of too few rounds, infinite where the rounds differ about 0.
    package static func spread(ofRoundMedians medians: [Double]) -> Double? {
        guard let spread = absoluteSpread(ofRoundMedians: medians) else { return nil }
        return spread > 0 ? spread / abs(Percentile.median(medians)) : 0
    }

    /// Of one metric's rounds.
    ///
    /// - Parameter references: The reference's p50 of each round, or none where there is no other than the case itself.
    package func isNoisy(_ rounds: [MetricRound], references: [Double?] = []) -> Bool {
        guard let metric = rounds.first?.metric, metric.resolution < .infinity else { return false }
        let medians = rounds.compactMap(\.p50)
        let expected = rounds.compactMap(\.expectation).filter { $0.expected > 0 }.map { $0.measured / $0.expected }
        // What is within the resolution in its own unit is within it as a quotient, too.
        guard let absolute = Self.absoluteSpread(ofRoundMedians: medians), absolute > metric.resolution,
            let spread = Self.spread(ofRoundMedians: medians), spread > threshold,
            let p50 = SampleSummary(pooling: rounds)?.p50, let interval = Bootstrap.interval(ofMedianOf: rounds),
            max(interval.high - p50, p50 - interval.low) > max(threshold * abs(p50), metric.resolution)
        else { return false }
        if expected.count == rounds.count { return isNoisy(quotients: expected) }
        let quotients = RatioSummary.quotients(zip(medians, references).map { ($0, $1) })
        return quotients.count != rounds.count || isNoisy(quotients: quotients)
    }

    /// Of ratios taken inside each round.
    private func isNoisy(quotients: [Double]) -> Bool {
        guard let spread = Self.spread(ofRoundMedians: quotients), spread > threshold else { return false }
        guard let ratio = RatioSummary.estimate(quotients),
            let interval = RatioSummary.interval(ofQuotients: quotients)
        else { return true }
        return max(interval.high / ratio, ratio / interval.low) > 1 + threshold
    }
}
