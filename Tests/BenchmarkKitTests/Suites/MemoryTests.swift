import Dispatch
import Synchronization
import Testing

@testable import BenchmarkKit

/// What the fakes below keep, in blocks of 1,024 B; the gauge reads it. One test at a time.
private let kept = Atomic<Int>(0)
private let block = 1_024
private let gauge = MemoryGauge { kept.load(ordering: .acquiring) }

/// Keeps a block for each operation that waits, and for each that is being handed over two.
private struct BlockQueue: SubmissionImplementation {
    static let name = "blocks"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    private let queue = DispatchQueue(label: "blocks")

    func submit(_ operation: @escaping @Sendable () -> Void) {
        kept.add(block, ordering: .acquiringAndReleasing)
        queue.async {
            kept.add(block, ordering: .acquiringAndReleasing)
            operation()
            kept.subtract(2 * block, ordering: .acquiringAndReleasing)
        }
    }
}

/// Only the first operation has a thread of its own; no other waits for it.
private struct OvertakingRunner: SubmissionImplementation {
    static let name = "overtaking"
    static let capabilities: ImplementationCapabilities = []
    private let isFirst = Flag()

    private final class Flag: Sendable { let value = Atomic<Bool>(true) }

    func submit(_ operation: @escaping @Sendable () -> Void) {
        if isFirst.value.exchange(false, ordering: .relaxed) {
            DispatchQueue(label: "first").async(execute: operation)
        } else {
            operation()
        }
    }
}

/// Forgets a block a key.
private struct LeakingStore: StoreImplementation {
    static let name = "leaking"
    static let behaviors: Set<StoreBehavior> = [.runConcurrently, .cancelPrevious]
    static let keepsKeys = false
    private let seen = Seen()

    private final class Seen: Sendable { let keys = Mutex<Set<Int>>([]) }

    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        if seen.keys.withLock({ $0.insert(key).inserted }) { kept.add(block, ordering: .acquiringAndReleasing) }
        return Task {
            _ = isolation
            operation()
        }
    }
    func count(isolation: isolated any Actor) -> Int { 0 }
}

/// As many blocks as elements may be in work.
private enum BlockFanOut: FanOutImplementation {
    static let name = "blocks"
    static let isBounded = true
    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        kept.add(limit * block, ordering: .acquiringAndReleasing)
        for index in 0..<count { await body(index) }
        kept.subtract(limit * block, ordering: .acquiringAndReleasing)
    }
}

@Suite(.serialized)
struct MemoryTests {
    private func figures(_ planned: PlannedCase?) async throws -> [String: [Double]] {
        let pass = try #require(planned?.memoryPass)
        let before = gauge.bytes()
        let metrics = try await pass(gauge)
        kept.store(before, ordering: .releasing)
        return Dictionary(uniqueKeysWithValues: metrics.map { ($0.metric.name, $0.samples) })
    }

    @Test func `A queue that keeps 1,000 blocks of 1,024 B keeps 1,024 B an operation`() async throws {
        let metrics = try await QueuedMemory<BlockQueue>(backlog: 1_000).measure(gauge)
        #expect(metrics.map(\.metric.name) == ["bytes_per_queued_operation", "peak_memory"])
        #expect(metrics[0].samples == [1_024])
        // All of them, that which holds the queue, and its second block.
        #expect(metrics[1].samples == [Double(1_002 * block)])
    }

    @Test func `What does not wait has no figure`() async {
        await #expect(throws: UsageError.self) {
            try await QueuedMemory<OvertakingRunner>(backlog: 100).measure(gauge)
        }
    }

    @Test func `The throughput suite asks it of backlogs that are large and empty`() async throws {
        let cases = ThroughputSuite([BlockQueue.self]).cases(SuiteOptions(profile: .full))
        let asked = cases.filter { $0.memoryPass != nil }.map(\.benchmarkCase.parameterText)
        #expect(asked == ["producers=1,backlog=10000,body=empty", "producers=1,backlog=1000000,body=empty"])
    }

    @Test func `Memory that a store still keeps counts a key`() async throws {
        let cases = StoreSuite([LeakingStore.self]).cases(SuiteOptions(profile: .quick))
        func planned(_ keys: String, _ behavior: String) -> PlannedCase? {
            cases.first { $0.benchmarkCase["keys"] == keys && $0.benchmarkCase["behavior"] == behavior }
        }
        #expect(try await figures(planned("1", "run-concurrently")) == ["memory_left": [1_024]])
        #expect(try await figures(planned("1000", "cancel-previous")) == ["memory_left": [1_024]])
    }

    @Test func `A fan-out's peak follows its limit, for one body`() async throws {
        let cases = FanOutSuite([BlockFanOut.self]).cases(SuiteOptions(profile: .quick))
        func planned(_ limit: String) -> PlannedCase? {
            cases.first { $0.benchmarkCase["limit"] == limit && $0.benchmarkCase["body"] == "cpu" }
        }
        #expect(try await figures(planned("2")) == ["peak_memory": [2_048]])
        #expect(try await figures(planned("64")) == ["peak_memory": [65_536]])
        let asked = cases.filter { $0.memoryPass != nil }
        #expect(asked.map { $0.benchmarkCase["limit"] } == ["1", "2", "8", "64"])
    }
}
