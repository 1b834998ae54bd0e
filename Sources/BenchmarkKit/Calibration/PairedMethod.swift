import Foundation

/// A way to decide from paired log-ratios which rows became slower; the trials try them all, the gate uses the first.
package enum PairedMethod: String, Sendable, CaseIterable {
    /// Hodges–Lehmann and a sign-flip permutation test of the largest |t| of all rows, large sizes capped.
    case capped = "sign-flip, largest |t|, capped"
    /// Hodges–Lehmann and Wilcoxon's signed-rank test, corrected by Holm.
    case signedRank = "signed-rank + Holm"
    /// The mean and Student's t, corrected by Holm.
    case student = "Student's t + Holm"
    /// The mean and a sign-flip permutation test, corrected by Holm.
    case signFlip = "sign-flip + Holm"
    /// The mean and a sign-flip permutation test of the largest |t| of all rows.
    case maximum = "sign-flip, largest |t|"
    /// The mean and the bootstrap of its t, corrected by Holm.
    case bootstrapT = "bootstrap-t + Holm"

    private static let resamples = 4_095

    /// For each row its estimate of the log-ratio and its p-value corrected for all rows.
    package func evaluate(_ rows: [[Double]], seed: UInt64) -> [(estimate: Double, pValue: Double)] {
        var generator = SeededGenerator(seed: seed)
        switch self {
        case .capped: return zip(rows, SignFlip.pValues(rows)).map { (SignedRank.estimate($0), $1) }
        case .signedRank:
            let corrected = FamilyWise.holm(rows.map(SignedRank.pValue))
            return zip(rows, corrected).map { (SignedRank.estimate($0), $1) }
        case .student:
            let pValues = rows.map { Self.studentPValue(abs(Self.t($0)), freedom: $0.count - 1) }
            return zip(rows, FamilyWise.holm(pValues)).map { (Self.mean($0), $1) }
        case .signFlip:
            let pValues = rows.map { SignFlip.pValues([$0], cap: 1)[0] }
            return zip(rows, FamilyWise.holm(pValues)).map { (Self.mean($0), $1) }
        case .maximum: return zip(rows, SignFlip.pValues(rows, cap: 1)).map { (Self.mean($0), $1) }
        case .bootstrapT:
            let pValues = rows.map { Self.bootstrapPValue($0, &generator) }
            return zip(rows, FamilyWise.holm(pValues)).map { (Self.mean($0), $1) }
        }
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private static func t(_ values: [Double]) -> Double {
        let mean = mean(values)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let error = (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
        return error > 0 ? mean / error : mean == 0 ? 0 : .infinity
    }

    /// Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), section 16.4: t of samples of the centred values.
    private static func bootstrapPValue(_ values: [Double], _ generator: inout SeededGenerator) -> Double {
        let mean = mean(values)
        let observed = abs(t(values))
        var extreme = 1
        var drawn = values
        for _ in 0..<resamples {
            for index in drawn.indices { drawn[index] = values[Int(generator.next() % UInt64(values.count))] - mean }
            if abs(t(drawn)) >= observed { extreme += 1 }
        }
        return Double(extreme) / Double(resamples + 1)
    }

    /// Two-sided, by integrating the density: the trials ask for no more than four digits.
    private static func studentPValue(_ t: Double, freedom: Int) -> Double {
        guard t.isFinite else { return 0 }
        let n = Double(freedom)
        // ∫ₜ^∞ with x = t + u/(1 − u), Simpson's rule.
        let constant = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / (n * .pi).squareRoot()
        func density(_ u: Double) -> Double {
            guard u < 1 else { return 0 }
            let x = t + u / (1 - u)
            return constant * pow(1 + x * x / n, -(n + 1) / 2) / ((1 - u) * (1 - u))
        }
        let steps = 400
        var sum = density(0) + density(1)
        for step in 1..<steps { sum += density(Double(step) / Double(steps)) * (step % 2 == 0 ? 2 : 4) }
        return min(1, 2 * sum / Double(3 * steps))
    }
}
