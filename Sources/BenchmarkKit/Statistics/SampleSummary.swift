/// The statistics that `summary.csv` gives of all samples of one metric of one case, in the metric's unit.
///
/// - `p50`…`p999` follow `Percentile`.
/// - `standardDeviation` is the sample's, with n − 1; `nil` of a single sample.
///
/// Of a histogram `count`, `minimum`, `maximum` and `mean` are exact. Percentiles and the standard deviation are those
/// of the bucket midpoints, each repeated as often as its bucket counts, where a midpoint outside
/// `minimum…maximum` is moved to that bound: what a reader of the bucket rows in `samples.csv` can compute too.
/// They are off by half a bucket, below 0.8 %.
package struct SampleSummary: Sendable, Hashable {
    package let count: Int
    package let minimum, p50, p90, p99, p999, maximum: Double
    package let mean: Double
    package let standardDeviation: Double?

    package init(
        count: Int, minimum: Double, p50: Double, p90: Double, p99: Double, p999: Double, maximum: Double, mean: Double,
        standardDeviation: Double?
    ) {
        self.count = count
        self.minimum = minimum
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.p999 = p999
        self.maximum = maximum
        self.mean = mean
        self.standardDeviation = standardDeviation
    }

    /// Of raw samples in any order; `nil` of none.
    package init?(samples: [Double]) {
        let sorted = samples.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let count = Double(samples.count)
        let mean = sorted.reduce(0, +) / count
        let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        self.init(
            count: samples.count, minimum: first, p50: Percentile.value(0.5, ofSorted: sorted),
            p90: Percentile.value(0.9, ofSorted: sorted), p99: Percentile.value(0.99, ofSorted: sorted),
            p999: Percentile.value(0.999, ofSorted: sorted), maximum: last, mean: mean,
            standardDeviation: samples.count > 1 ? (squares / (count - 1)).squareRoot() : nil)
    }

    /// Of a histogram; `nil` of an empty one.
    package init?(histogram: LatencyHistogram) {
        let values = histogram.representatives
        guard let weighted = WeightedSamples(values) else { return nil }
        self.init(
            count: Int(histogram.count), minimum: Double(histogram.min), p50: weighted.percentile(0.5),
            p90: weighted.percentile(0.9), p99: weighted.percentile(0.99), p999: weighted.percentile(0.999),
            maximum: Double(histogram.max), mean: histogram.mean, standardDeviation: weighted.standardDeviation)
    }

    /// Of all rounds of one metric together; `nil` where they hold no sample. Rounds of a metric are all raw or all
    /// histograms, which the run loop checks; of a mixture the raw ones are ignored.
    package init?(pooling rounds: [MetricRound]) {
        var samples: [Double] = []
        var histogram: LatencyHistogram?
        for round in rounds {
            switch round.values {
            case .samples(let values): samples += values
            case .histogram(let values):
                var merged = histogram ?? LatencyHistogram()
                merged.merge(values)
                histogram = merged
            }
        }
        if let histogram { self.init(histogram: histogram) } else { self.init(samples: samples) }
    }
}

extension MetricRound {
    /// The round's median, in the metric's unit; `nil` of a round without samples.
    package var p50: Double? { SampleSummary(pooling: [self])?.p50 }
}

/// Samples given as ascending values with how often each occurs.
struct WeightedSamples {
    private let values: [Double]
    /// `ends[i]` samples have one of the values up to and with `values[i]`.
    private let ends: [Int]

    /// `nil` of no samples.
    init?(_ pairs: [(value: Double, count: UInt64)]) {
        var total = 0
        values = pairs.map(\.value)
        ends = pairs.map { pair in
            total += Int(pair.count)
            return total
        }
        if total == 0 { return nil }
    }

    func percentile(_ fraction: Double) -> Double {
        Percentile.interpolate(fraction, count: ends[ends.count - 1]) { rank in
            // The first value whose run of samples reaches beyond `rank`, by bisection.
            var low = 0
            var high = ends.count - 1
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] > rank { high = middle } else { low = middle + 1 }
            }
            return values[low]
        }
    }

    /// With n − 1; `nil` of a single sample.
    var standardDeviation: Double? {
        let count = Double(ends[ends.count - 1])
        guard count > 1 else { return nil }
        var sum = 0.0
        forEach { value, weight in sum += value * weight }
        let mean = sum / count
        var squares = 0.0
        forEach { value, weight in squares += (value - mean) * (value - mean) * weight }
        return (squares / (count - 1)).squareRoot()
    }

    private func forEach(_ body: (_ value: Double, _ weight: Double) -> Void) {
        var start = 0
        for (value, end) in zip(values, ends) {
            body(value, Double(end - start))
            start = end
        }
    }
}
