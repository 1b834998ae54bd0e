import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The signed-rank test")
struct SignedRankTests {
    @Test("p-values are those of published tables, both tails")
    func tables() {
        // The smallest p of n differences is 2 / 2ⁿ.
        #expect(SignedRank.pValue([1, 2, 3, 4, 5]) == 2.0 / 32)
        #expect(SignedRank.pValue([-1, -2, -3, -4, -5, -6]) == 2.0 / 64)
        // Hollander, Wolfe and Chicken, table A.4: P(T⁺ ≥ 41) = 0.049 with n = 10 … here T⁺ = 8 of 55, so its mirror image 47.
        let values: [Double] = [-1, -2, -3, 4, -5, -6, -7, -8, -9, 3.5]
        // Ranks by size: 1, 2, 3, 3.5 → 4, 4 → 5, …: T⁺ = 4 + 5 = 9, so T⁻ = 46.
        let expected = 2 * countOfSubsets(n: 10, sumAtLeast: 46) / 1024
        #expect(abs(SignedRank.pValue(values) - expected) < 1e-12)
    }

    /// By brute force: how many subsets of the ranks 1…n reach a sum.
    private func countOfSubsets(n: Int, sumAtLeast least: Int) -> Double {
        Double((0..<(1 << n)).count { subset in (0..<n).reduce(0) { $0 + (subset >> $1 & 1) * ($1 + 1) } >= least })
    }

    @Test("zeros say nothing, and equal sizes share their ranks")
    func ties() {
        #expect(SignedRank.pValue([0, 0, 0]) == 1)
        #expect(SignedRank.pValue([0, 1, 2, 3, 4, 5]) == 2.0 / 32)
        // All of one size: the sign test. Five of six: 2 · (6 + 1) / 64.
        #expect(SignedRank.pValue([1, 1, 1, 1, 1, -1]) == 2.0 * 7 / 64)
    }

    @Test("the estimate is the median of all averages of two")
    func estimate() {
        #expect(SignedRank.estimate([1, 2, 4]) == 2.25)  // 1, 1.5, 2, 2.5, 3, 4
        #expect(SignedRank.estimate([3]) == 3)
        // One wild round moves it little.
        #expect(SignedRank.estimate([1, 1, 1, 1, 1, 1, 1, 100]) == 1)
    }

    @Test("the interval leaves out as many averages at each end as the exact distribution allows")
    func interval() throws {
        // n = 6 at 5 %: P(T = 0) = 1/64 ≤ 0.025, P(T ≤ 1) = 2/64 > 0.025: one average at each end.
        let values: [Double] = [1, 2, 3, 4, 5, 6]
        let interval = try #require(SignedRank.interval(values))
        #expect(interval == ConfidenceInterval(low: 1.5, high: 5.5))
        // Five rounds cannot give 95 %: the widest there is.
        #expect(SignedRank.interval([1, 2, 3, 4, 5]) == ConfidenceInterval(low: 1, high: 5))
        #expect(SignedRank.interval([1]) == nil)
    }

    @Test("holds its level with heavy tails, and its interval covers")
    func level() throws {
        var generator = SeededGenerator(seed: 7)
        var (rejected, covered) = (0, 0)
        let experiments = 2_000
        for _ in 0..<experiments {
            // Cauchy: no mean, no variance.
            let values = (0..<12).map { _ in tan(.pi * (generator.uniform() - 0.5)) }
            if SignedRank.pValue(values) <= 0.05 { rejected += 1 }
            let interval = try #require(SignedRank.interval(values))
            if interval.low <= 0, interval.high >= 0 { covered += 1 }
        }
        // Three standard errors around 5 %, from below since the test is discrete.
        #expect((62...128).contains(rejected))
        #expect(covered >= experiments * 94 / 100)
    }

    @Test("Holm's correction multiplies the smallest by all, the next by one less, and never falls")
    func holm() {
        #expect(FamilyWise.holm([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06])
        #expect(FamilyWise.holm([0.5, 0.9]) == [1, 1])
        #expect(FamilyWise.holm([]).isEmpty)
    }

    @Test("the exact bound of a share")
    func clopperPearson() {
        // Nothing in n: 1 − level^(1/n).
        #expect(abs(ClopperPearson.upperBound(seen: 0, of: 1_000) - (1 - pow(0.05, 0.001))) < 1e-9)
        // Published: 2 of 20 has the one-sided 95 % bound 0.2826.
        #expect(abs(ClopperPearson.upperBound(seen: 2, of: 20) - 0.2826) < 0.0001)
        #expect(ClopperPearson.upperBound(seen: 5, of: 5) == 1)
    }
}
