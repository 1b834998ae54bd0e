import Testing

@testable import BenchmarkKit

@Suite("The latency histogram")
struct LatencyHistogramTests {
    @Test("small values have buckets of their own", arguments: [0, 1, 63, 64, 127] as [UInt64])
    func exact(value: UInt64) {
        let bucket = LatencyHistogram.bucket(of: value)
        #expect(LatencyHistogram.lowerBound(ofBucket: bucket) == value)
        #expect(LatencyHistogram.width(ofBucketAt: value) == 1)
    }

    @Test("every value lies in its bucket, which is at most a 64th of it wide")
    func buckets() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<10_000 {
            let value = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let lower = LatencyHistogram.lowerBound(ofBucket: LatencyHistogram.bucket(of: value))
            let width = LatencyHistogram.width(ofBucketAt: lower)
            #expect(lower <= value && value - lower < width)
            #expect(width == 1 || width <= value / 64)
        }
    }

    @Test("buckets follow each other without gap")
    func contiguous() {
        for bucket in 0..<2_000 {
            let lower = LatencyHistogram.lowerBound(ofBucket: bucket)
            let next = LatencyHistogram.lowerBound(ofBucket: bucket + 1)
            #expect(lower + LatencyHistogram.width(ofBucketAt: lower) == next)
            #expect(LatencyHistogram.bucket(of: next - 1) == bucket)
        }
    }

    @Test("count, sum, minimum and maximum are exact, also after a merge")
    func exactFigures() {
        var first = LatencyHistogram()
        for value in [1_000_003, 17, 5_000] as [UInt64] { first.record(value) }
        var second = LatencyHistogram()
        second.record(9_999_999)
        first.merge(second)
        #expect(first.count == 4)
        #expect(first.sum == 11_005_019)
        #expect(first.min == 17)
        #expect(first.max == 9_999_999)
        #expect(first.mean == 11_005_019.0 / 4)
    }

    @Test("percentiles are those of the samples, within half a bucket")
    func percentiles() throws {
        var generator = SeededGenerator(seed: 5)
        let samples = (0..<10_001).map { _ in UInt64(generator.uniform() * 1e6) + 100 }
        var histogram = LatencyHistogram()
        for sample in samples { histogram.record(sample) }
        let summary = try #require(SampleSummary(histogram: histogram))
        let exact = try #require(SampleSummary(samples: samples.map { Double($0) }))
        for (read, expected) in [
            (summary.p50, exact.p50), (summary.p90, exact.p90), (summary.p99, exact.p99), (summary.p999, exact.p999),
        ] {
            #expect(abs(read / expected - 1) < 0.008)
        }
        #expect(summary.minimum == exact.minimum && summary.maximum == exact.maximum)
        #expect(abs(summary.mean - exact.mean) < 1e-6)
    }

    @Test("merging the rounds is recording all at once")
    func merging() {
        var all = LatencyHistogram()
        var merged = LatencyHistogram()
        for round in 0..<3 {
            var part = LatencyHistogram()
            for value in [3, 70, 1_000, 123_456] as [UInt64] {
                part.record(value << UInt64(round))
                all.record(value << UInt64(round))
            }
            merged.merge(part)
        }
        #expect(merged == all)
    }
}
