/// A sign-flip permutation test of many figures at once: which of them differ from 0.
///
/// Where the order of two builds is by chance, a round's log-ratio is as likely as its opposite unless the builds differ,
/// whatever distribution the machine gives it. So all assignments of signs are equally likely, and the observed one is
/// extreme only where something differs. Each figure's statistic is Σd / √Σd², which orders assignments as Student's t
/// does; the family's is the largest of them, with the same signs for all figures (Westfall and Young, *Resampling-Based
/// Multiple Testing*, 1993, section 2.3). The chance of even one false 'different' is then at most the level, and the
/// figures' dependence costs nothing.
///
/// Sizes above a figure's 90th percentile count as that much: else the one round in which a neighbour took the processor
/// would outweigh all others. Flips leave sizes as they are, so that the test stays exact.
package struct SignFlip: Sendable {
    /// So many assignments are drawn where there are more of them.
    static let resamples = 4_095
    package static let cap = 0.9
    private static let seed: UInt64 = 0x7369_676E_666C_6970

    /// Of each assignment the largest statistic of all figures, ascending.
    private let largest: [Double]
    /// Whether these are all assignments there are; else the observed one is added.
    private let areAll: Bool

    private let cap: Double

    /// - Parameters:
    ///   - rows: Of each figure its rounds' log-ratios.
    ///   - cap: The quantile of its sizes above which they count as that much; 1 leaves them as they are.
    package init(_ rows: [[Double]], cap: Double = cap) {
        self.cap = cap
        let rows = rows.map { Self.normalised($0, cap) }
        let length = rows.map(\.count).max() ?? 0
        var largest: [Double] = []
        func add(_ signs: [Double]) {
            var most = 0.0
            for row in rows {
                var sum = 0.0
                for index in row.indices { sum += row[index] * signs[index] }
                most = max(most, abs(sum))
            }
            largest.append(most)
        }
        areAll = length < 62 && 1 << length <= Self.resamples + 1
        if areAll {
            for bits in 0..<(1 << length) { add((0..<length).map { bits >> $0 & 1 == 1 ? 1 : -1 }) }
        } else {
            var generator = SeededGenerator(seed: Self.seed)
            for _ in 0..<Self.resamples {
                add((0..<length).map { _ in generator.next() & 1 == 1 ? 1 : -1 })
            }
        }
        largest.sort()
        self.largest = largest
    }

    /// For each figure the p-value, corrected for all of them.
    package static func pValues(_ rows: [[Double]], cap: Double = cap) -> [Double] {
        let family = SignFlip(rows, cap: cap)
        return rows.map(family.pValue)
    }

    /// The corrected p-value of a figure with these log-ratios in this family.
    package func pValue(_ logRatios: [Double]) -> Double {
        // Rounding must not make the observed assignment less extreme than itself.
        let observed = abs(Self.normalised(logRatios, cap).reduce(0, +)) - 1e-9
        var (low, high) = (0, largest.count)
        while low < high {
            let middle = (low + high) / 2
            if largest[middle] >= observed { high = middle } else { low = middle + 1 }
        }
        let extreme = largest.count - low
        return areAll ? Double(extreme) / Double(largest.count) : Double(extreme + 1) / Double(largest.count + 1)
    }

    private static func normalised(_ logRatios: [Double], _ cap: Double) -> [Double] {
        guard !logRatios.isEmpty else { return [] }
        let most = Percentile.value(cap, ofSorted: logRatios.map(abs).sorted())
        let capped = logRatios.map { min(max($0, -most), most) }
        let length = capped.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? capped.map { $0 / length } : capped
    }
}
