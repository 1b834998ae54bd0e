import Testing

@testable import BenchmarkKit

@Suite("The end of a round that repeats a pass")
struct RoundDeadlineTests {
    /// How many passes of these lengths a round of a microsecond has.
    private func passes(_ lengths: [UInt64]) -> Int {
        var now: UInt64 = 5_000
        var deadline = RoundDeadline(seconds: 1e-6, now: now)
        for (index, length) in lengths.enumerated() {
            now += length
            if deadline.isReached(at: now) { return index + 1 }
        }
        return lengths.count + 1
    }

    @Test(
        "is where it is closest to its time",
        arguments: [(1_000, 1), (2_000, 1), (999, 1), (700, 1), (660, 2), (400, 2), (399, 3), (100, 10), (3, 333)])
    func closest(length: UInt64, expected: Int) {
        #expect(passes(Array(repeating: length, count: 1_000)) == expected)
        // However long the round is, no number of passes comes closer.
        let error = { (count: Int) in abs(1_000 - Double(count) * Double(length)) }
        #expect((1...1_000).allSatisfy { error(expected) <= error($0) })
    }

    @Test("goes by the last pass")
    func changing() {
        #expect(passes([900, 100]) == 1)
        #expect(passes([100, 100, 700]) == 3)
        #expect(passes([600, 100, 100, 100, 100]) == 5)
    }
}
