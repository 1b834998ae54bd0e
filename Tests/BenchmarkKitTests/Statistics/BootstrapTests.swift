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
