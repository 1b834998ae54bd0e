import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The sign-flip test")
struct SignFlipTests {
    @Test("of few rounds it counts all assignments: the observed one and its opposite are the most extreme")
    func exact() {
        #expect(SignFlip.pValues([[1, 1, 1, 1, 1, 1, 1, 1]]) == [2.0 / 256])
        #expect(SignFlip.pValues([[-1, -1, -1, -1, -1, -1, -1, -1]]) == [2.0 / 256])
        // One against: 2 · (1 + 8) assignments are at least as extreme.
        #expect(SignFlip.pValues([[1, 1, 1, 1, 1, 1, 1, -1]]) == [18.0 / 256])
        #expect(SignFlip.pValues([[1, -1, 1, -1, 1, -1]]) == [1])
        #expect(SignFlip.pValues([[0, 0, 0, 0, 0, 0]]) == [1])
        #expect(SignFlip.pValues([]).isEmpty)
    }

    @Test("the same figure twice costs no correction, and another one does")
    func family() {
        let row = [1.0, 1, 1, 1, 1, 1, 1, -1]
        #expect(SignFlip.pValues([row, row]) == [18.0 / 256, 18.0 / 256])
        let other = [1.0, -1, 1, 1, -1, 1, 1, 1]
        #expect(SignFlip.pValues([row, other])[0] > 18.0 / 256)
    }

    @Test("one stray round, however far, does not hide what all others say")
    func stray() {
        let steady = (0..<20).map { 0.05 + 0.001 * Double($0 % 5) }
        #expect(SignFlip.pValues([steady])[0] <= 0.001)
        #expect(SignFlip.pValues([Array(steady.dropLast()) + [-10]])[0] <= 0.001)
    }

    @Test("its level holds for a family, with heavy tails and stray rounds that hit all figures at once")
    func level() {
        var generator = SeededGenerator(seed: 8)
        var rejected = 0
        for _ in 0..<400 {
            let stray = (0..<10).map { _ in generator.uniform() < 0.1 ? 20.0 : 1 }
            let rows = (0..<5).map { _ in
                stray.map { size in
                    // Cauchy's.
                    size * tan(.pi * (generator.uniform() - 0.5))
                }
            }
            if SignFlip.pValues(rows).contains(where: { $0 <= 0.05 }) { rejected += 1 }
        }
        // 20 are expected; above 34 is less likely than one in a thousand.
        #expect((5...34).contains(rejected), "\(rejected) of 400")
    }
}
