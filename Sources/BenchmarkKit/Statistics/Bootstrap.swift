/// A confidence interval of the median of all samples, by resampling the rounds.
///
/// The percentile bootstrap of Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), ch. 13, of clusters
/// (Davison and Hinkley, *Bootstrap Methods and their Application*, 1997, section 3.8): draw as many rounds as there are,
/// with replacement, take the median of all their samples together, repeat; the 2.5th and the 97.5th percentile of those
/// medians bound the interval. Rounds are resampled and not samples, because samples of one round are not independent. What
/// is bounded is the very p50 that stands beside it. The generator's seed is fixed, so the same rounds always give the same
/// interval.
package enum Bootstrap {
    package static let resamples = 2_000
    static let seed: UInt64 = 0x626F_6F74_7374_7261

    /// - Returns: the 95 % interval in the metric's unit; `nil` of fewer than two rounds with samples, which say nothing of
    ///   spread.
    package static func interval(ofMedianOf rounds: [MetricRound]) -> ConfidenceInterval? {
        interval(PooledSamples(rounds))
    }

    /// - Parameter roundMedians: the p50 of each round, as if that were its only sample.
    /// - Returns: the 95 % interval in the same unit; `nil` of fewer than two rounds.
    package static func interval(ofRoundMedians roundMedians: [Double]) -> ConfidenceInterval? {
        interval(PooledSamples(roundMedians.map { [($0, 1)] }))
    }

    private static func interval(_ pool: PooledSamples) -> ConfidenceInterval? {
        guard pool.roundCount > 1 else { return nil }
        var generator = SeededGenerator(seed: seed)
        var draws = [Int](repeating: 0, count: pool.roundCount)
        var medians: [Double] = []
        medians.reserveCapacity(resamples)
        for _ in 0..<resamples {
            for round in draws.indices { draws[round] = 0 }
            for _ in draws.indices { draws[Int(generator.uniform() * Double(pool.roundCount))] += 1 }
            medians.append(pool.median(drawing: draws))
        }
        medians.sort()
        return ConfidenceInterval(
            low: Percentile.value(0.025, ofSorted: medians), high: Percentile.value(0.975, ofSorted: medians))
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
