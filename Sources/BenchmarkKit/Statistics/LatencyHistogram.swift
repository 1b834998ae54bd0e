/// A log-linear histogram of nanoseconds: fixed memory, relative bucket width at most 1/64, exact count, sum,
/// minimum and maximum. O(1) an entry.
public struct LatencyHistogram: Sendable, Hashable {
    /// Buckets below `subBuckets` hold one nanosecond each; above, each power of two is cut into `subBuckets`.
    static let subBucketBits = 6
    static let subBuckets = 1 << subBucketBits

    /// Entries a bucket; shorter than the buckets that there could be.
    public private(set) var counts: [UInt64] = []
    /// Entries in all.
    public private(set) var count: UInt64 = 0
    /// Of all entries, in nanoseconds, exact.
    public private(set) var sum: Double = 0
    /// The smallest entry; `UInt64.max` without any.
    public private(set) var min: UInt64 = .max
    /// The largest entry; 0 without any.
    public private(set) var max: UInt64 = 0

    /// Without entries.
    public init() {}

    /// One that was taken apart into its buckets, by their lower bounds, and its exact figures.
    ///
    /// - Returns: `nil` where no histogram has such buckets.
    package init?(buckets: [(lowerBound: UInt64, count: UInt64)], min: UInt64, max: UInt64, sum: Double) {
        for bucket in buckets {
            let index = Self.bucket(of: bucket.lowerBound)
            guard Self.lowerBound(ofBucket: index) == bucket.lowerBound, bucket.count > 0 else { return nil }
            if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
            let (total, overflow) = count.addingReportingOverflow(bucket.count)
            guard counts[index] == 0, !overflow else { return nil }
            counts[index] = bucket.count
            count = total
        }
        guard count > 0, min <= max, Self.bucket(of: max) == counts.count - 1 else { return nil }
        guard counts.firstIndex(where: { $0 > 0 }) == Self.bucket(of: min) else { return nil }
        self.min = min
        self.max = max
        self.sum = sum
    }

    /// Adds an entry. O(1), amortised.
    public mutating func record(_ nanoseconds: UInt64) {
        let index = Self.bucket(of: nanoseconds)
        if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
        counts[index] += 1
        count += 1
        sum += Double(nanoseconds)
        min = Swift.min(min, nanoseconds)
        max = Swift.max(max, nanoseconds)
    }

    /// Adds all entries of `other`. O(buckets).
    public mutating func merge(_ other: LatencyHistogram) {
        if other.counts.count > counts.count {
            counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count))
        }
        for (index, value) in other.counts.enumerated() { counts[index] += value }
        count += other.count
        sum += other.sum
        min = Swift.min(min, other.min)
        max = Swift.max(max, other.max)
    }

    /// Of all entries, exact; not a number without any.
    public var mean: Double { count == 0 ? .nan : sum / Double(count) }

    static func bucket(of value: UInt64) -> Int {
        guard value >= UInt64(subBuckets) else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        let shift = exponent - subBucketBits
        return (shift + 1) * subBuckets + Int(value >> UInt64(shift)) - subBuckets
    }

    /// The smallest nanosecond count that falls into bucket `index`.
    public static func lowerBound(ofBucket index: Int) -> UInt64 {
        guard index >= subBuckets else { return UInt64(index) }
        let shift = index / subBuckets - 1
        return UInt64(index % subBuckets + subBuckets) << UInt64(shift)
    }
}
