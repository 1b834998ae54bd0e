/// Tells whether one thread serves all tasks, as it should in a process that is kept on one processor.
///
/// Once a second the dispatch library looks whether its thread is blocked, and may then start another. Two threads find in
/// their caches what chance has left there, and counts are no longer exact (seen on a busy machine, in two runs of ten: 5 %
/// more). A thread that has nothing to do for five seconds ends.
struct AllocationCanary {
    /// Allocations of some work that are always the same with one thread.
    let count: () async -> UInt64
    /// Waits until threads without work have ended.
    let pause: () async -> Void
    private static let tolerance = 0.002
    private static let attempts = 3
    private var usual: UInt64?

    init(count: @escaping () async -> UInt64, pause: @escaping () async -> Void) {
        self.count = count
        self.pause = pause
    }

    /// A thousand tasks, and six seconds.
    init(allocations: @escaping () -> UInt64) {
        self.init(
            count: {
                let before = allocations()
                let tasks = (0..<1_000).map { index in Task { OpaqueSink.consume(UInt64(index)) } }
                for task in tasks { await task.value }
                return allocations() - before
            },
            pause: { try? await Task.sleep(nanoseconds: 6_000_000_000) })
    }

    /// Runs `work`, and again, a few times, where it was not alone on its thread.
    mutating func steadily(_ work: () async -> Void) async {
        if usual == nil { await learn() }
        for _ in 0..<Self.attempts {
            await work()
            if let usual, Self.agree(await count(), usual) { return }
            await learn()
        }
    }

    /// Three counts in a row that agree, and are no more than any before, are the usual ones.
    private mutating func learn() async {
        for _ in 0..<Self.attempts {
            _ = await count()
            let counts = [await count(), await count(), await count()]
            let least = min(counts[0], counts[1], counts[2], usual ?? .max)
            usual = least
            if counts.allSatisfy({ Self.agree($0, least) }) { return }
            await pause()
        }
    }

    private static func agree(_ one: UInt64, _ other: UInt64) -> Bool {
        abs(Double(one) - Double(other)) <= tolerance * Double(other)
    }
}
