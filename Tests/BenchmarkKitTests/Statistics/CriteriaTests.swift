import Testing

@testable import BenchmarkKit

@Suite("Ratios, noise and warm-up")
struct CriteriaTests {
    // MARK: Ratio

    private func isNear(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 1e-12 } ?? false
    }

    @Test("the ratio is taken in each round, then the Hodges–Lehmann estimate")
    func ratioPerRound() {
        // 2, 4 and 8, where the ratio of the medians would be 2.
        #expect(isNear(RatioSummary.ratio([20, 400, 8], toReference: [10, 100, 1]), 4))
        // The means of two logarithms are those of 1, 2 and 4.
        #expect(isNear(RatioSummary.ratio([10, 40], toReference: [10, 10]), 2))
        // Of 1, 2, 2√2, 4, 4√2 and 8 the middle is between the third and the fourth, where the median would be 4.
        #expect(isNear(RatioSummary.ratio([1, 8, 4], toReference: [1, 1, 1]), (8 * 2.squareRoot()).squareRoot()))
    }

    @Test("which of two is the reference does not matter: one ratio is the other's inverse")
    func inverse() throws {
        let (one, other) = ([3.0, 50, 700, 11, 2], [2.0, 60, 300, 12, 9])
        let ratio = try #require(RatioSummary.ratio(one, toReference: other))
        #expect(isNear(RatioSummary.ratio(other, toReference: one), 1 / ratio))
    }

    @Test("quotients that have no logarithm are summarised by their median")
    func notPositive() {
        #expect(RatioSummary.ratio([0, 0, 30], toReference: [10, 10, 10]) == 0)
        #expect(RatioSummary.ratio([-10, 20, 50], toReference: [10, 10, 10]) == 2)
    }

    @Test("a round without either side, or with a reference of 0, is left out")
    func incompleteRounds() {
        #expect(isNear(RatioSummary.ratio([20, nil, 50, 7], toReference: [10, 10, nil, 0]), 2))
        #expect(RatioSummary.ratio([nil], toReference: [1]) == nil)
        #expect(RatioSummary.ratio([], toReference: []) == nil)
    }

    @Test("where rounds say what theory expects, the ratio is to that")
    func ratioToTheory() {
        let metric = MetricDefinition("m", unit: "ns")
        let rounds = [(11.0, 10.0), (8, 10), (30, 20)].map {
            MetricRound(metric, .samples([1]), expectation: (measured: $0.0, expected: $0.1))
        }
        // Of 0.8, 0.938, 1.1, √1.2 = 1.095, 1.285 and 1.5 the middle is between 1.095 and 1.1.
        #expect(isNear(RatioSummary.ratio(toExpectationsOf: rounds), (1.2.squareRoot() * 1.1).squareRoot()))
    }

    // MARK: Noise

    /// `q = numpy.percentile(r, [25, 75])`, `0.7413 * (q[1] - q[0]) / numpy.median(r)` gives 0.03633823529411765.
    @Test("the spread is NumPy's interquartile range over the median")
    func spread() throws {
        let rounds = [10.2, 9.9, 10.4, 11.0, 9.7, 10.1, 10.3, 10.6, 9.8]
        #expect(abs(try #require(NoiseCriterion.spread(ofRoundMedians: rounds)) - 0.03633823529411765) < 1e-12)
    }

    @Test("rounds in two modes are noisy, one stray round in five is not")
    func noisy() {
        #expect(NoiseCriterion().isNoisy(rounds([620, 1150, 620, 1150, 620], resolution: 0)))
        #expect(!NoiseCriterion().isNoisy(rounds([100, 101, 99, 100, 500], resolution: 0)))
    }

    @Test("rounds that spread are not noisy once they are so many that their median is known")
    func manyRounds() {
        // Spread evenly over ±20 %: the spread is 15 % however many they are.
        func evenly(_ count: Int) -> [MetricRound] {
            rounds((0..<count).map { 80 + 40 * Double($0) / Double(count - 1) }, resolution: 0)
        }
        #expect(NoiseCriterion().isNoisy(evenly(5)))
        #expect(!NoiseCriterion().isNoisy(evenly(41)))
        // In two modes the median may be either, however many they are.
        #expect(NoiseCriterion().isNoisy(rounds((0..<40).map { $0 % 2 == 0 ? 100 : 150 }, resolution: 0)))
    }

    @Test("where each round has many samples, it is their common median that has to be known")
    func manySamples() {
        let metric = MetricDefinition("m", unit: "ns")
        // A round's own median is one or the other by a hair; all samples together lie evenly about 100.
        let straying = (0..<9).map { round in
            MetricRound(metric, .samples((0..<101).map { 50 + Double($0) + (round % 2 == 0 ? 15 : -15) }))
        }
        #expect(NoiseCriterion().isNoisy(rounds(straying.compactMap(\.p50), resolution: 0)))
        #expect(!NoiseCriterion().isNoisy(straying))
    }

    @Test("where the reference changed its pace alike, the ratio is known; where it did not, neither is")
    func pace() {
        let paces = [867.0, 782, 474, 462, 1_000]
        let own = rounds(paces.map { $0 * 1.2 }, resolution: 0)
        #expect(NoiseCriterion().isNoisy(own))
        #expect(!NoiseCriterion().isNoisy(own, references: paces))
        #expect(NoiseCriterion().isNoisy(own, references: [600, 600, 600, 600, 600]))
        #expect(NoiseCriterion().isNoisy(own, references: [867, nil, 474, 462, 1_000]))
        #expect(NoiseCriterion().isNoisy(own, references: [867, 0, 474, 462, 1_000]))
        // Steady by itself, whatever the reference does.
        #expect(!NoiseCriterion().isNoisy(rounds([100, 100, 101, 100, 99], resolution: 0), references: paces))
    }

    @Test("a ratio with two modes is known once there are rounds enough, which its median never is")
    func modesOfRatio() {
        // Every other round is half as slow again, and each strays by up to a tenth.
        func own(_ count: Int) -> [MetricRound] {
            let values = (0..<count).map { round -> Double in
                let mode = round % 2 == 0 ? 100.0 : 150.0
                let straying = (Double(round) * 0.618).truncatingRemainder(dividingBy: 1)
                return mode * (0.9 + 0.2 * straying)
            }
            return rounds(values, resolution: 0)
        }
        func references(_ count: Int) -> [Double] { Array(repeating: 100, count: count) }
        #expect(NoiseCriterion().isNoisy(own(8), references: references(8)))
        #expect(!NoiseCriterion().isNoisy(own(60), references: references(60)))
        #expect(NoiseCriterion().isNoisy(own(60)))
    }

    @Test("fewer than three rounds are never called noisy")
    func tooFew() { #expect(!NoiseCriterion().isNoisy(rounds([1, 1000], resolution: 0))) }

    private func rounds(
        _ values: [Double], resolution: Double, expecting expected: [Double]? = nil
    ) -> [MetricRound] {
        let metric = MetricDefinition("m", unit: "", resolution: resolution)
        return values.enumerated().map { index, value in
            MetricRound(metric, .samples([value]), expectation: expected.map { (value, $0[index]) })
        }
    }

    @Test("near 0 it is the spread itself that counts, and it may be as large as the resolution")
    func resolution() {
        // The interquartile range is 0.0002, times 0.7413; the median is 0.
        let kappas = [0, 0, 0, 0.0002, 0.0004]
        #expect(NoiseCriterion().isNoisy(rounds(kappas, resolution: 0)))
        #expect(NoiseCriterion().isNoisy(rounds(kappas, resolution: 0.000148)))
        #expect(!NoiseCriterion().isNoisy(rounds(kappas, resolution: 0.000149)))
        #expect(NoiseCriterion().isNoisy(rounds([1, 2, 3, 4, 5], resolution: 1)))
        #expect(!NoiseCriterion().isNoisy(rounds([1, 200, 3, 40, 5], resolution: .infinity)))
    }

    @Test("where rounds say what theory expects, it is the quotients that should agree")
    func noiseOfQuotients() {
        let waits = [100.0, 200, 400, 300, 250]
        #expect(!NoiseCriterion().isNoisy(rounds(waits, resolution: 0, expecting: waits.map { $0 * 0.9 })))
        #expect(NoiseCriterion().isNoisy(rounds(waits, resolution: 0, expecting: [100, 100, 100, 100, 100])))
        #expect(NoiseCriterion().isNoisy(rounds(waits, resolution: 0)))
        // Known by itself, whatever theory says.
        let steady = [100.0, 101, 99, 100, 102]
        #expect(!NoiseCriterion().isNoisy(rounds(steady, resolution: 0, expecting: [100, 50, 200, 25, 400])))
    }

    @Test("the resolution is no part of a metric's identity, which the files have whole")
    func identity() {
        let (one, other) = (MetricDefinition("m", unit: "B"), MetricDefinition("m", unit: "B", resolution: 16))
        #expect(one == other && Set([one, other]).count == 1)
        #expect(one != MetricDefinition("m", unit: "B", better: .higher))
    }

    // MARK: Warm-up

    @Test("a case is warm once two successive windows agree within a tenth")
    func warm() {
        func isWarm(_ medians: [Double]) -> Bool {
            WarmUpCriterion().isWarm(windowMedians: medians, after: 0, limit: 1)
        }
        #expect(!isWarm([]))
        #expect(!isWarm([100]))
        #expect(!isWarm([100, 89]))
        #expect(isWarm([100, 90]))
        #expect(isWarm([50, 200, 190]))
        #expect(!isWarm([190, 200, 50]))
    }

    @Test("a case that never settles is measured after five windows, or when its time is up")
    func neverSettles() {
        let criterion = WarmUpCriterion()
        #expect(!criterion.isWarm(windowMedians: [1, 2, 1, 2], after: 0, limit: 1))
        #expect(criterion.isWarm(windowMedians: [1, 2, 1, 2, 1], after: 0, limit: 1))
        #expect(criterion.isWarm(windowMedians: [1], after: 1, limit: 1))
        #expect(!criterion.isWarm(windowMedians: [], after: 1, limit: 1), "there is always one window")
    }
}
