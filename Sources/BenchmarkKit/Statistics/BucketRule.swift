/// How a reader of `samples.csv` turns a histogram's bucket rows back into values.
extension LatencyHistogram {
    /// The nanoseconds that the bucket starting at `lowerBound` spans: 1 below 128, above that `2^(⌊log₂ lower⌋ − 6)`.
    package static func width(ofBucketAt lowerBound: UInt64) -> UInt64 {
        guard lowerBound >= UInt64(2 * subBuckets) else { return 1 }
        return 1 << UInt64(63 - lowerBound.leadingZeroBitCount - subBucketBits)
    }

    /// The middle of the bucket starting at `lowerBound`, in nanoseconds: `lower + (width − 1) / 2`.
    package static func midpoint(ofBucketAt lowerBound: UInt64) -> Double {
        Double(lowerBound) + Double(width(ofBucketAt: lowerBound) - 1) / 2
    }

    /// The non-empty buckets in ascending order.
    package var buckets: [(lowerBound: UInt64, count: UInt64)] {
        counts.indices.lazy.filter { counts[$0] > 0 }.map { (Self.lowerBound(ofBucket: $0), counts[$0]) }
    }

    /// What every entry counts as: its bucket's midpoint, kept within `min…max`.
    var representatives: [(value: Double, count: UInt64)] {
        buckets.map { bucket in
            let middle = Self.midpoint(ofBucketAt: bucket.lowerBound)
            return (Swift.min(Swift.max(middle, Double(min)), Double(max)), bucket.count)
        }
    }
}
