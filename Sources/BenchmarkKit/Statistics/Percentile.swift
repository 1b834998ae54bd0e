/// Percentiles by linear interpolation between order statistics.
///
/// Type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician 50(4), 1996:
/// with `h = (n − 1)·p` the value is `x[⌊h⌋] + (h − ⌊h⌋)·(x[⌊h⌋ + 1] − x[⌊h⌋])`, 0-based. It is NumPy's default, so
/// `numpy.percentile` gives the same figures.
package enum Percentile {
    /// - Parameters:
    ///   - fraction: 0…1, so 0.5 is the median.
    ///   - sorted: ascending.
    /// - Returns: `nan` of no samples. O(1).
    package static func value(_ fraction: Double, ofSorted sorted: [Double]) -> Double {
        guard let last = sorted.indices.last else { return .nan }
        return interpolate(fraction, count: sorted.count) { sorted[Swift.min($0, last)] }
    }

    /// The median of samples in any order; `nan` of none. O(n log n).
    package static func median(_ samples: [Double]) -> Double { value(0.5, ofSorted: samples.sorted()) }

    /// The rule itself, for samples that are not stored one by one: `orderStatistic(i)` is the i-th smallest, 0-based.
    static func interpolate(_ fraction: Double, count: Int, orderStatistic: (Int) -> Double) -> Double {
        let position = Double(count - 1) * Swift.min(Swift.max(fraction, 0), 1)
        let below = Int(position)
        let low = orderStatistic(below)
        let part = position - Double(below)
        guard part > 0 else { return low }
        return low + part * (orderStatistic(below + 1) - low)
    }
}
