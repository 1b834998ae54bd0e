import Testing

@testable import BenchmarkKit

@Suite("Repeated passes")
struct RepeatedPassesTests {
    private static let time = MetricDefinition("time", unit: "ns", better: .lower)
    private static let wait = MetricDefinition("wait", unit: "ns", better: .lower)

    @Test("a sample has as many passes as are needed to be long against the clock, and is a mean of them")
    func longEnough() async {
        var passes: UInt64 = 0
        let samples = await RepeatedPasses.samples(seconds: 0, operations: 10) {
            passes += 1
            return [RepeatedPasses.shortestSample / 4 - 5 + passes * 2, passes]
        }
        // 49_997 + 49_999 + 50_001 + 50_003: the fourth just reaches it.
        #expect(passes == 4)
        #expect(samples == [[5_000], [0.25]])
    }

    @Test("one that is long by itself is a sample")
    func longAlone() async {
        let samples = await RepeatedPasses.samples(seconds: 0, operations: 2) { [RepeatedPasses.shortestSample] }
        #expect(samples == [[Double(RepeatedPasses.shortestSample) / 2]])
    }

    @Test("merged until the time is over, each pass whole: all samples in order, and one histogram")
    func merged() async {
        var clock: UInt64 = 0
        var passes = 0
        let now = { clock }
        let metrics = await RepeatedPasses.merged(seconds: 3e-9, now: now) {
            clock += 1
            passes += 1
            var histogram = LatencyHistogram()
            histogram.record(UInt64(passes))
            return [
                MetricRound(Self.wait, .histogram(histogram)), MetricRound(Self.time, .samples([Double(passes), 9])),
            ]
        }
        #expect(passes == 3)
        #expect(metrics.map(\.metric) == [Self.wait, Self.time])
        #expect(metrics[1].samples == [1, 9, 2, 9, 3, 9])
        guard case .histogram(let histogram) = metrics[0].values else {
            Issue.record("the histogram is gone")
            return
        }
        #expect(histogram.count == 3 && histogram.min == 1 && histogram.max == 3)
    }

    @Test("a metric that only some passes have is kept, and one pass is made where there is no time")
    func unlike() async {
        var clock: UInt64 = 0
        let now = { clock }
        let metrics = await RepeatedPasses.merged(seconds: 2e-9, now: now) {
            clock += 1
            return clock == 1
                ? [MetricRound(Self.time, .samples([1]))]
                : [MetricRound(Self.wait, .samples([2])), MetricRound(Self.time, .samples([3]))]
        }
        #expect(metrics.map(\.metric) == [Self.time, Self.wait] && metrics.map(\.samples) == [[1, 3], [2]])
        #expect(await RepeatedPasses.merged(seconds: 0) { [MetricRound(Self.time, .samples([7]))] }.count == 1)
    }
}
