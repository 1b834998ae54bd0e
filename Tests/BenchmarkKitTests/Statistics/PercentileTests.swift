import Testing

@testable import BenchmarkKit

/// Figures by NumPy 2.4.6:
/// `x = numpy.array([12.5, 3.25, 7, 99, 41, 8.5, 15, 3.25, 27.75, 60])`,
/// `numpy.percentile(x, p)`, `x.mean()`, `x.std(ddof=1)`.
@Suite("Percentiles and the summary of samples")
struct PercentileTests {
    private let samples = [12.5, 3.25, 7, 99, 41, 8.5, 15, 3.25, 27.75, 60]

    @Test(
        "percentiles are NumPy's",
        arguments: [
            (0.0, 3.25), (0.1, 3.25), (0.25, 7.375), (0.5, 13.75), (0.9, 63.9), (0.99, 95.49), (0.999, 98.649), (1, 99),
        ])
    func percentiles(fraction: Double, expected: Double) {
        #expect(abs(Percentile.value(fraction, ofSorted: samples.sorted()) - expected) < 1e-9)
    }

    @Test("the summary's figures are NumPy's")
    func summary() throws {
        let summary = try #require(SampleSummary(samples: samples))
        #expect(summary.count == 10)
        #expect(summary.minimum == 3.25)
        #expect(summary.maximum == 99)
        #expect(abs(summary.p50 - 13.75) < 1e-9)
        #expect(abs(summary.p90 - 63.9) < 1e-9)
        #expect(abs(summary.p99 - 95.49) < 1e-9)
        #expect(abs(summary.p999 - 98.649) < 1e-9)
        #expect(abs(summary.mean - 27.725) < 1e-9)
        #expect(abs(try #require(summary.standardDeviation) - 31.071478972774305) < 1e-9)
    }

    @Test("a single sample is all its percentiles and has no deviation")
    func single() throws {
        let summary = try #require(SampleSummary(samples: [7]))
        #expect([summary.minimum, summary.p50, summary.p999, summary.maximum, summary.mean] == [7, 7, 7, 7, 7])
        #expect(summary.standardDeviation == nil)
    }

    @Test("no samples have no summary")
    func none() {
        #expect(SampleSummary(samples: []) == nil)
        #expect(SampleSummary(histogram: LatencyHistogram()) == nil)
        #expect(Percentile.median([]).isNaN)
    }

    @Test("rounds are pooled, not averaged")
    func pooling() throws {
        let metric = MetricDefinition("m", unit: "ns")
        let rounds = [[1.0, 2, 3], [100]].map { MetricRound(metric, .samples($0)) }
        let summary = try #require(SampleSummary(pooling: rounds))
        #expect(summary.count == 4)
        #expect(summary.p50 == 2.5)
        #expect(summary.mean == 26.5)
    }
}
