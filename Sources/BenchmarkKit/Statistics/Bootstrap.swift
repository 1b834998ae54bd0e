/// A confidence interval of the median over rounds, by resampling the rounds.
///
/// The percentile bootstrap of Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), ch. 13: draw as many
/// rounds as there are, with replacement, take the median of their p50s, repeat; the 2.5th and the 97.5th percentile of
/// those medians bound the interval. Rounds are resampled and not samples, because samples of one round are not
/// independent. The generator's seed is fixed, so the same rounds always give the same interval.
package enum Bootstrap {
    package static let resamples = 2_000
    static let seed: UInt64 = 0x626F_6F74_7374_7261

    /// - Parameter roundMedians: the p50 of each round.
    /// - Returns: the 95 % interval in the same unit; `nil` of fewer than two rounds, which say nothing of spread.
    /// - Complexity: O(2,000 · n): a resample is counted by rank and not sorted, since a run of many short rounds asks for
    ///   thousands of intervals.
    package static func interval(ofRoundMedians roundMedians: [Double]) -> ConfidenceInterval? {
        guard roundMedians.count > 1 else { return nil }
        var generator = SeededGenerator(seed: seed)
        let count = roundMedians.count
        let order = roundMedians.indices.sorted { roundMedians[$0] < roundMedians[$1] }
        let sorted = order.map { roundMedians[$0] }
        // By place and not by rank: drawn by rank, a stroke of luck of the fixed seed would be in each interval of so
        // many rounds.
        var ranks = [Int](repeating: 0, count: count)
        for (rank, place) in order.enumerated() { ranks[place] = rank }
        var draws = [Int](repeating: 0, count: count)
        var medians: [Double] = []
        medians.reserveCapacity(resamples)
        for _ in 0..<resamples {
            for rank in 0..<count { draws[rank] = 0 }
            for _ in 0..<count { draws[ranks[Int(generator.uniform() * Double(count))]] += 1 }
            medians.append(median(of: sorted, drawn: draws))
        }
        medians.sort()
        return ConfidenceInterval(
            low: Percentile.value(0.025, ofSorted: medians), high: Percentile.value(0.975, ofSorted: medians))
    }

    /// - Parameter draws: How often each of `sorted` was drawn; as often in all as there are.
    private static func median(of sorted: [Double], drawn draws: [Int]) -> Double {
        var (rank, passed) = (0, draws[0])
        return Percentile.interpolate(0.5, count: sorted.count) { position in
            while passed <= position {
                rank += 1
                passed += draws[rank]
            }
            return sorted[rank]
        }
    }
}

/// Two bounds, in the unit of what they bound.
package struct ConfidenceInterval: Sendable, Hashable {
    package let low, high: Double

    package init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// Half the width as a share of `estimate`: the `±` of the table. `nil` where the estimate is 0.
    package func halfWidth(relativeTo estimate: Double) -> Double? {
        estimate == 0 ? nil : (high - low) / 2 / abs(estimate)
    }
}
