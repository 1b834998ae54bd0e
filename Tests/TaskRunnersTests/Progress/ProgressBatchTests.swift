import TestSupport
import Testing

@testable import TaskRunners

/// How the events of one batch are combined.
struct ProgressBatchTests {
    private func combined<Progress>(
        _ events: [Progress], inChunksOf size: Int = .max, _ coalesce: @escaping (Progress, Progress) -> Progress?
    ) -> [Progress] {
        var systemUnderTest = ProgressBatch(coalescing: coalesce)
        var rest = events[...]
        while !rest.isEmpty {
            var chunk = ContiguousArray(rest.prefix(size))
            rest = rest.dropFirst(size)
            systemUnderTest.append(&chunk)
            #expect(chunk.isEmpty)
        }
        return Array(systemUnderTest.take())
    }

    @Test func `Without a coalescer every event stays`() {
        #expect(combined(Array(0..<5_000)) { _, _ in nil } == Array(0..<5_000))
    }

    @Test(arguments: [1, 7, 1_024, 4_096])
    func `Values that own no memory are combined strictly from left to right, however many`(chunk: Int) {
        let events = (0..<10_000).map { _ in UInt64.random(in: 0..<100) }
        // Not associative.
        let expected = events.dropFirst().reduce(events[0]) { $0 &* 31 &+ $1 }
        #expect(combined(events, inChunksOf: chunk) { $0 &* 31 &+ $1 } == [expected])
    }

    @Test func `Up to 1,024 of any others are too`() {
        let events = (0..<1_024).map { ["\($0)"] }
        let result = combined(events) { left, right in
            // The left one alone grows.
            right.count == 1 ? left + right : nil
        }
        #expect(result == [(0..<1_024).map { "\($0)" }])
    }

    @Test(arguments: [1_025, 2_048, 5_000, 1_024 * 1_024 + 3])
    func `Longer texts are one text in the end`(count: Int) {
        let events = (0..<count).map { String($0 % 10) }
        #expect(combined(events) { $0 + $1 } == [events.joined()])
    }

    @Test func `A text that grows by every event is not copied for each of them`() {
        // What a copy costs is counted, not timed.
        final class Counter { var copied = 0 }
        struct Text {
            var length: Int
            let counter: Counter
        }
        func cost(_ count: Int) -> Int {
            let counter = Counter()
            let events = (0..<count).map { _ in Text(length: 1, counter: counter) }
            let result = combined(events) { left, right in
                counter.copied += left.length + right.length
                return Text(length: left.length + right.length, counter: counter)
            }
            #expect(result.map(\.length) == [count])
            return counter.copied
        }
        // A text of a million bytes: quadratic would be 500,000 copies of each byte.
        #expect(cost(1_000_000) <= 1_100 * 1_000_000)
    }

    @Test func `A boundary among runs stays where it is`() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<50 {
            // Runs of texts of all lengths, with boundaries between them.
            var events: [String] = []
            var expected: [String] = []
            for _ in 0..<5 {
                let run = (0..<generator.next(below: 3_000)).map { _ in String(generator.next(below: 10)) }
                events += run + ["|"]
                if !run.isEmpty { expected.append(run.joined()) }
                expected.append("|")
            }
            let result = combined(events, inChunksOf: 1 + generator.next(below: 2_000)) { left, right in
                left == "|" || right == "|" ? nil : left + right
            }
            #expect(result == expected)
        }
    }

    @Test func `Nothing is lost, doubled or out of order, whatever the coalescer refuses`() {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<20 {
            let events = (0..<4_000).map { [$0] }
            let refusal = 1 + generator.next(below: 3_000)
            let result = combined(events, inChunksOf: 1 + generator.next(below: 500)) { left, right in
                left.count + right.count > refusal ? nil : left + right
            }
            #expect(result.flatMap { $0 } == Array(0..<4_000))
        }
    }

    @Test func `A batch that was taken leaves nothing behind`() {
        var systemUnderTest = ProgressBatch<String> { $0 + $1 }
        var events: ContiguousArray = ["a", "b"]
        systemUnderTest.append(&events)
        let first = systemUnderTest.take()
        let second = systemUnderTest.take()
        #expect(first == ["ab"])
        #expect(second == [])
    }
}
