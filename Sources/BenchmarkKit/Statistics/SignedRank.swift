import Synchronization

/// Wilcoxon's signed-rank test of paired differences, with the Hodges–Lehmann estimate and its interval.
///
/// The differences here are log-ratios of two builds in one process round. The order of the two within a round is random, so
/// that without a difference between the builds each log-ratio is as likely as its negative, whatever the machine did: the
/// test is exact under that symmetry alone, and holds its level with heavy tails and few rounds.
///
/// Hollander, Wolfe and Chicken, *Nonparametric Statistical Methods*, 3rd ed. (2014), sections 3.1 to 3.3: the test, the
/// estimate (median of the Walsh averages `(dᵢ + dⱼ)/2, i ≤ j`), and the interval from their order statistics.
package enum SignedRank {
    /// The distributions without ties, by the number of differences: resampling asks for the same ones again and again.
    private static let known = Mutex<[Int: [Double]]>([:])

    /// The two-sided p-value of 'the differences are symmetric about 0': exact, also with ties and zeros, given the
    /// ranks (zeros keep their ranks out, tied sizes share the mean of theirs).
    ///
    /// - Complexity: O(n³), below a millisecond for 60 rounds.
    package static func pValue(_ differences: [Double]) -> Double {
        let known = differences.filter { $0 != 0 }
        guard !known.isEmpty else { return 1 }
        let ranks = doubledRanks(known.map(abs))
        let total = ranks.reduce(0, +)
        let positive = zip(known, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
        let extreme = max(positive, total - positive)
        // Symmetric, so that both tails are as heavy as the lower one.
        return min(1, 2 * tails(ofDoubledRanks: ranks)[total - extreme])
    }

    /// The Hodges–Lehmann estimate: the median of all averages of two differences, a difference with itself among them.
    ///
    /// - Returns: Not a number of no differences.
    package static func estimate(_ differences: [Double]) -> Double {
        Percentile.value(0.5, ofSorted: walsh(differences))
    }

    /// The interval of the shift at confidence `1 − level`, or a little more: the widest that so few rounds give where
    /// they cannot give that much.
    ///
    /// - Returns: `nil` of fewer than two differences.
    package static func interval(_ differences: [Double], level: Double = 0.05) -> ConfidenceInterval? {
        guard differences.count > 1 else { return nil }
        let averages = walsh(differences)
        let tails = tails(ofDoubledRanks: (1...differences.count).map { 2 * $0 })
        // The largest number of averages that may be left out at each end.
        var omitted = 0
        while omitted + 1 < (averages.count + 1) / 2, tails[2 * omitted] <= level / 2 { omitted += 1 }
        return ConfidenceInterval(low: averages[omitted], high: averages[averages.count - 1 - omitted])
    }

    /// Sorted, n(n + 1)/2 of them.
    private static func walsh(_ differences: [Double]) -> [Double] {
        var averages: [Double] = []
        averages.reserveCapacity(differences.count * (differences.count + 1) / 2)
        for (index, first) in differences.enumerated() {
            for second in differences[index...] { averages.append((first + second) / 2) }
        }
        return averages.sorted()
    }

    /// Twice the ranks, so that shared ones are whole numbers too.
    private static func doubledRanks(_ sizes: [Double]) -> [Int] {
        let order = sizes.indices.sorted { sizes[$0] < sizes[$1] }
        var ranks = [Int](repeating: 0, count: sizes.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, sizes[order[end]] == sizes[order[start]] { end += 1 }
            // Ranks are 1-based: the mean of start + 1 … end.
            for position in start..<end { ranks[order[position]] = start + 1 + end }
            start = end
        }
        return ranks
    }

    /// For each sum the probability that those ranks that happen to be positive have no more.
    private static func tails(ofDoubledRanks ranks: [Int]) -> [Double] {
        let isPlain = ranks.reduce(0, +) == ranks.count * (ranks.count + 1) && Set(ranks).count == ranks.count
        if isPlain, let tails = known.withLock({ $0[ranks.count] }) { return tails }
        var tails = [1.0]
        for rank in ranks {
            var next = [Double](repeating: 0, count: tails.count + rank)
            for (sum, probability) in tails.enumerated() {
                next[sum] += probability / 2
                next[sum + rank] += probability / 2
            }
            tails = next
        }
        for sum in tails.indices.dropFirst() { tails[sum] += tails[sum - 1] }
        if isPlain { known.withLock { [tails] in $0[ranks.count] = tails } }
        return tails
    }
}
