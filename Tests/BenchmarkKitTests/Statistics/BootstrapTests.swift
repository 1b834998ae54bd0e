import Testing

@testable import BenchmarkKit

@Suite("The bootstrap interval")
struct BootstrapTests {
    /// Of nine values the bootstrap distribution of the median is known exactly: P(median ≤ x₍ₖ₎) is the binomial tail
    /// `scipy.stats.binom.sf(4, 9, k / 9)`: 0.0014, 0.0304, … 0.9696, 0.9986 (SciPy 1.17.1), so that 95 % lie from the
    /// second value to the eighth. `scipy.stats.bootstrap(…, numpy.median, n_resamples=200000, method='percentile')`
    /// says the same: 9.8…10.6.
    @Test("of nine rounds reaches from the second to the eighth")
    func nineRounds() throws {
        let interval = try #require(
            Bootstrap.interval(ofRoundMedians: [10.2, 9.9, 10.4, 11.0, 9.7, 10.1, 10.3, 10.6, 9.8]))
        #expect(interval == ConfidenceInterval(low: 9.8, high: 10.6))
    }

    @Test("of two rounds reaches from one to the other")
    func twoRounds() {
        #expect(Bootstrap.interval(ofRoundMedians: [3, 1]) == ConfidenceInterval(low: 1, high: 3))
    }

    @Test("of equal rounds has no width")
    func equalRounds() {
        #expect(Bootstrap.interval(ofRoundMedians: [5, 5, 5]) == ConfidenceInterval(low: 5, high: 5))
    }

    @Test("of a single round is not known")
    func oneRound() {
        #expect(Bootstrap.interval(ofRoundMedians: [5]) == nil)
        #expect(Bootstrap.interval(ofRoundMedians: []) == nil)
    }

    @Test("is that of resamples which are drawn and sorted", arguments: [2, 3, 8, 15, 40])
    func resamples(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        // With ties.
        let rounds = (0..<count).map { _ in (generator.uniform() * 10).rounded() }.shuffled(using: &generator)
        var draw = SeededGenerator(seed: Bootstrap.seed)
        let medians = (0..<Bootstrap.resamples).map { _ in
            Percentile.median((0..<count).map { _ in rounds[Int(draw.uniform() * Double(count))] })
        }.sorted()
        #expect(
            Bootstrap.interval(ofRoundMedians: rounds)
                == ConfidenceInterval(
                    low: Percentile.value(0.025, ofSorted: medians), high: Percentile.value(0.975, ofSorted: medians)))
    }

    @Test(
        "of many samples a round is that of the samples of resampled rounds, drawn and sorted", arguments: [2, 5, 30])
    func samplesOfRounds(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        // Rounds of different sizes, with ties; the last has a few thousand samples, which take several blocks.
        let rounds = (0..<count).map { round in
            (0..<(round == count - 1 ? 2_000 : 1 + Int(generator.uniform() * 9))).map { _ in
                (generator.uniform() * 100).rounded() + Double(round)
            }
        }
        var draw = SeededGenerator(seed: Bootstrap.seed)
        let medians = (0..<Bootstrap.resamples).map { _ in
            Percentile.median((0..<count).flatMap { _ in rounds[Int(draw.uniform() * Double(count))] })
        }.sorted()
        let metric = MetricDefinition("m", unit: "ns")
        #expect(
            Bootstrap.interval(ofMedianOf: rounds.map { MetricRound(metric, .samples($0)) })
                == ConfidenceInterval(
                    low: Percentile.value(0.025, ofSorted: medians), high: Percentile.value(0.975, ofSorted: medians)))
    }

    @Test("of histograms is that of their buckets' midpoints, within the range of all")
    func histograms() {
        let metric = MetricDefinition("m", unit: "ns")
        let values: [[UInt64]] = [
            [1_000, 5_000, 5_001, 90_000], [2_000, 2_000, 3_000], [100_003], [90_000, 100_003],
        ]
        let histograms = values.map { round in
            var histogram = LatencyHistogram()
            for value in round { histogram.record(value) }
            return histogram
        }
        let (least, most) = (1_000.0, 100_003.0)
        let midpoints = histograms.map { histogram in
            histogram.buckets.flatMap { bucket in
                let middle = LatencyHistogram.midpoint(ofBucketAt: bucket.lowerBound)
                return [Double](repeating: min(max(middle, least), most), count: Int(bucket.count))
            }
        }
        #expect(
            Bootstrap.interval(ofMedianOf: histograms.map { MetricRound(metric, .histogram($0)) })
                == Bootstrap.interval(ofMedianOf: midpoints.map { MetricRound(metric, .samples($0)) }))
    }

    @Test("holds the p50 that it is given beside, where the medians of rounds may all lie above it")
    func holdsTheMedian() throws {
        let metric = MetricDefinition("m", unit: "ns")
        // A round that is fast has ten times the samples, as where a round lasts for so long.
        let rounds = (0..<10).map { round in
            MetricRound(metric, .samples(Array(repeating: round < 3 ? 100 : 200, count: round < 3 ? 100 : 10)))
        }
        let interval = try #require(Bootstrap.interval(ofMedianOf: rounds))
        let p50 = try #require(SampleSummary(pooling: rounds)?.p50)
        #expect(interval.low <= p50 && p50 <= interval.high)
        #expect(p50 == 100 && Percentile.median(rounds.compactMap(\.p50)) == 200)
    }

    @Test("does not count a round without samples")
    func emptyRounds() {
        let metric = MetricDefinition("m", unit: "ns")
        let rounds = [[3.0], [], [1]].map { MetricRound(metric, .samples($0)) }
        #expect(Bootstrap.interval(ofMedianOf: rounds) == ConfidenceInterval(low: 1, high: 3))
        #expect(Bootstrap.interval(ofMedianOf: Array(rounds[..<2])) == nil)
    }

    @Test("is the same whenever it is asked for")
    func deterministic() {
        let rounds = [4.1, 9.7, 3.3, 8.8, 5.0, 7.2]
        #expect(Bootstrap.interval(ofRoundMedians: rounds) == Bootstrap.interval(ofRoundMedians: rounds))
    }

    @Test("covers the true median in about 95 of 100 experiments")
    func coverage() throws {
        var generator = SeededGenerator(seed: 17)
        var covered = 0
        for _ in 0..<200 {
            let rounds = (0..<15).map { _ in generator.uniform() }
            let interval = try #require(Bootstrap.interval(ofRoundMedians: rounds))
            if interval.low <= 0.5, 0.5 <= interval.high { covered += 1 }
        }
        #expect((180...198).contains(covered), "\(covered) of 200")
    }

    @Test("half the width is given as a share of the estimate")
    func halfWidth() {
        let interval = ConfidenceInterval(low: 90, high: 120)
        #expect(interval.halfWidth(relativeTo: 100) == 0.15)
        #expect(interval.halfWidth(relativeTo: 0) == nil)
    }
}
