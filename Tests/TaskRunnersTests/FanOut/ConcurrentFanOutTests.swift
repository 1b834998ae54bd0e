import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

/// Where the elements of a test come from.
enum FanOutSource: CaseIterable {
    case sequence, asyncSequence

    func map<Output: Sendable>(
        _ elements: [Int], limit: Int, _ transform: @escaping @Sendable (Int) async throws -> Output
    ) async throws -> [Output] {
        switch self {
        case .sequence: try await elements.concurrentMap(limit: limit, transform)
        case .asyncSequence: try await stream(elements).concurrentMap(limit: limit, transform)
        }
    }

    func forEach(
        _ elements: [Int], limit: Int, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        switch self {
        case .sequence: try await elements.concurrentForEach(limit: limit, body)
        case .asyncSequence: try await stream(elements).concurrentForEach(limit: limit, body)
        }
    }

    private func stream(_ elements: [Int]) -> AsyncStream<Int> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}

/// The children run on a manual executor: once it is drained, whatever may be begun has been begun.
struct ConcurrentFanOutTests {
    private let executor = ManualExecutor()
    private let log = EventLog<String>()

    private func start<Output: Sendable>(
        _ body: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        let task = Task(executorPreference: executor) { try await body() }
        executor.drain()
        return task
    }

    // MARK: Results

    @Test(arguments: FanOutSource.allCases, [1, 2, 7, 1_000])
    func `Results come in the order of the elements`(source: FanOutSource, limit: Int) async throws {
        let result = try await source.map(Array(0..<200), limit: limit) { element in
            // Later ones first, as far as they run at once.
            for _ in 0..<(element % 7) { await Task.yield() }
            return element * 2
        }
        #expect(result == (0..<200).map { $0 * 2 })
    }

    @Test(arguments: FanOutSource.allCases)
    func `Later elements may end first`(source: FanOutSource) async throws {
        let gates = (0..<3).map { _ in Gate() }
        let task = start {
            try await source.map([0, 1, 2], limit: 3) {
                await gates[$0].wait()
                return "\($0)"
            }
        }
        for gate in gates.reversed() {
            gate.open()
            executor.drain()
        }
        #expect(try await task.value == ["0", "1", "2"])
    }

    @Test(arguments: FanOutSource.allCases)
    func `Nothing comes of nothing`(source: FanOutSource) async throws {
        #expect(try await source.map([], limit: 3) { $0 } == [])
        try await source.forEach([], limit: 3) { _ in Issue.record("there is no element") }
    }

    @Test(arguments: FanOutSource.allCases)
    func `Every element is visited once`(source: FanOutSource) async throws {
        let visited = EventLog<Int>()
        try await source.forEach(Array(0..<1_000), limit: 8) { visited.append($0) }
        #expect(visited.events.sorted() == Array(0..<1_000))
    }

    // MARK: The limit

    @Test(arguments: FanOutSource.allCases, [1, 3])
    func `At most so many are in work, begun in order, and each that ends makes room for one`(
        source: FanOutSource, limit: Int
    ) async throws {
        let gates = (0..<6).map { _ in Gate() }
        let log = log
        let task = start {
            try await source.forEach(Array(0..<6), limit: limit) { element in
                log.append("start \(element)")
                await gates[element].wait()
            }
        }
        #expect(log.take() == (0..<limit).map { "start \($0)" })
        for element in 0..<6 {
            gates[element].open()
            executor.drain()
            #expect(log.take() == (element + limit < 6 ? ["start \(element + limit)"] : []))
        }
        try await task.value
    }

    @Test func `No more elements are taken from the sequence than are in work`() async throws {
        let alive = Shared(0)
        let most = Shared(0)
        // A million, unless a sanitizer makes each a hundred times as slow.
        try await (0..<100_000).lazy.map { _ in Counted(in: alive) }.concurrentForEach(limit: 4) { element in
            element.touch()
            let count = alive.value
            most.update { $0 = max($0, count) }
        }
        // One is in the hands of the loop while the limit is reached.
        #expect(most.value <= 5)
        #expect(alive.value == 0)
    }

    @Test func `An asynchronous sequence is asked for no more than there is room for`() async throws {
        let asked = EventLog<Int>()
        let gate = Gate()
        struct Source: AsyncSequence, AsyncIteratorProtocol {
            let asked: EventLog<Int>
            var index = 0
            func makeAsyncIterator() -> Source { self }
            mutating func next() async -> Int? {
                guard index < 5 else { return nil }
                asked.append(index)
                index += 1
                return index - 1
            }
        }
        let task = start { try await Source(asked: asked).concurrentForEach(limit: 2) { _ in await gate.wait() } }
        #expect(asked.events == [0, 1])
        gate.open()
        executor.drain()
        try await task.value
        #expect(asked.events == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [true, false])
    func `A limit below one is refused with a message that says so`(isAsync: Bool) async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [isAsync] in
            let source: FanOutSource = isAsync ? .asyncSequence : .sequence
            _ = try await source.map([1], limit: 0) { $0 }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("must be at least 1, but is 0"))
    }

    // MARK: Errors and cancellation

    @Test(arguments: FanOutSource.allCases)
    func `The first error cancels the rest, begins no further element, and is thrown when they have ended`(
        source: FanOutSource
    ) async {
        let log = log
        let mayFail = Gate()
        let cancelled = Gate()
        let mayEnd = Gate()
        let task = start {
            try await source.forEach(Array(0..<10), limit: 3) { element in
                log.append("start \(element)")
                if element == 1 {
                    await mayFail.wait()
                    throw Failure(1)
                }
                await withTaskCancellationHandler {
                    await cancelled.wait()
                } onCancel: {
                    cancelled.open()
                }
                await mayEnd.wait()
                log.append("end \(element)")
                throw Failure(element)
            }
        }
        #expect(log.take() == ["start 0", "start 1", "start 2"])
        mayFail.open()
        executor.drain()
        // Cancelled, and not thrown yet.
        #expect(log.take() == [])
        mayEnd.open()
        executor.drain()
        #expect(log.take().sorted() == ["end 0", "end 2"])
        await #expect(throws: Failure(1)) { try await task.value }
    }

    @Test func `An error is noticed while the sequence waits for its next element`() async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let task = start { try await stream.concurrentForEach(limit: 4) { _ in throw Failure(1) } }
        continuation.yield(0)
        executor.setFree()
        await #expect(throws: Failure(1)) { try await task.value }
    }

    @Test func `The sequence's own error cancels the elements in work and is thrown`() async {
        let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        let cancelled = Gate()
        let task = start {
            try await stream.concurrentForEach(limit: 4) { _ in
                await withTaskCancellationHandler {
                    await cancelled.wait()
                } onCancel: {
                    cancelled.open()
                }
            }
        }
        continuation.yield(0)
        executor.drain()
        continuation.finish(throwing: Failure(2))
        executor.setFree()
        await #expect(throws: Failure(2)) { try await task.value }
        await cancelled.wait()
    }

    @Test(arguments: FanOutSource.allCases)
    func `The caller's cancellation reaches every child, and no further element is begun`(source: FanOutSource) async {
        let log = log
        let gate = Gate()
        let task = start {
            try await source.map(Array(0..<10), limit: 3) { element in
                log.append("start \(element)")
                await gate.wait()
                log.append("cancelled: \(Task.isCancelled)")
                return element
            }
        }
        #expect(log.take().count == 3)
        task.cancel()
        gate.open()
        executor.drain()
        #expect(log.take() == ["cancelled: true", "cancelled: true", "cancelled: true"])
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: FanOutSource.allCases)
    func `A cancellation after every element was begun discards no result`(source: FanOutSource) async throws {
        let gate = Gate()
        let task = start {
            try await source.map([0, 1], limit: 3) { element in
                await gate.wait()
                return element
            }
        }
        task.cancel()
        gate.open()
        executor.drain()
        #expect(try await task.value == [0, 1])
    }

    @Test func `A stream that ends because its reader was cancelled is not taken for complete`() async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let task = start { try await stream.concurrentMap(limit: 2) { $0 } }
        continuation.yield(0)
        executor.drain()
        task.cancel()
        executor.setFree()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test @MainActor func `What is not sendable may be iterated on the caller's actor`() async throws {
        final class Box { var count = 0 }
        let box = Box()
        let sequence = AnySequence<Int> {
            AnyIterator {
                MainActor.assumeIsolated { box.count += 1 }
                return box.count <= 10 ? box.count : nil
            }
        }
        #expect(try await sequence.concurrentMap(limit: 2) { $0 } == Array(1...10))
    }
}
