import Foundation

/// Exact bounds of a share from how often something was seen.
package enum ClopperPearson {
    /// The upper bound at confidence `1 − level`, one-sided: the share at which so few or fewer would be seen with
    /// probability `level`.
    ///
    /// Clopper and Pearson, "The use of confidence or fiducial limits", Biometrika 26 (1934).
    package static func upperBound(seen: Int, of count: Int, level: Double = 0.05) -> Double {
        guard seen < count else { return 1 }
        var (low, high) = (Double(seen) / Double(count), 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if probability(ofAtMost: seen, of: count, share: middle) > level { low = middle } else { high = middle }
        }
        return high
    }

    private static func probability(ofAtMost seen: Int, of count: Int, share: Double) -> Double {
        var logTerm = Double(count) * log1p(-share)
        var sum = exp(logTerm)
        for k in 0..<seen {
            logTerm += log(Double(count - k) / Double(k + 1)) + log(share) - log1p(-share)
            sum += exp(logTerm)
        }
        return sum
    }
}
