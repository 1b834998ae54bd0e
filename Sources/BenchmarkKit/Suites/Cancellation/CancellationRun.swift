import Synchronization

/// One queue, filled, cancelled and checked.
struct CancellationRun<Implementation: CancellationImplementation> {
    private let queue = Implementation()
    private let started = Counter()
    /// Of the queued, this many are cancelled one by one for `queued`.
    private static var singles: Int { 64 }

    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .acquiring) }
        func add() { count.add(1, ordering: .acquiringAndReleasing) }
    }

    /// Ends when its task is cancelled.
    private static func waitForCancellation() async throws {
        try await Task.sleep(nanoseconds: 3_600_000_000_000)
    }

    func samples(_ target: CancellationSuite.Target, _ backlog: Int) async throws -> [Double] {
        if target == .running { return try await stopRunning() }
        let isRunning = AsyncStream<Void>.makeStream()
        let holder = queue.submit {
            isRunning.continuation.yield()
            try await Self.waitForCancellation()
        }
        for await _ in isRunning.stream { break }
        let tasks = (0..<backlog).map { _ in
            queue.submit { [started] in
                // Without a queue they wait here.
                if !Implementation.hasQueue { try await Self.waitForCancellation() }
                started.add()
            }
        }
        let samples: [Double]
        switch target {
        case .queued: samples = try await cancelSingly(tasks)
        case .all: samples = [try await cancelAll(tasks)]
        case .replace: samples = [try await replaceAll(tasks)]
        case .running: preconditionFailure("has no backlog")
        }
        // Those that were not cancelled run once the holder has ended.
        holder.cancel()
        _ = await holder.result
        let cancelled = target == .queued ? min(Self.singles, backlog) : backlog
        if Implementation.hasQueue {
            for task in tasks.suffix(backlog - cancelled) { try await task.value }
        } else {
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
        }
        let expected = Implementation.hasQueue ? backlog - cancelled : 0
        if started.value != expected {
            throw ContractViolation(
                "a cancelled operation never starts: \(started.value) of \(backlog) ran, of which \(cancelled) were cancelled"
            )
        }
        return samples
    }

    private func cancelSingly(_ tasks: [Task<Void, any Error>]) async throws -> [Double] {
        var samples: [Double] = []
        for task in tasks.prefix(Self.singles) {
            let start = MonotonicClock.nanoseconds()
            task.cancel()
            try await Self.expectCancellation(task)
            samples.append(Double(MonotonicClock.nanoseconds() - start))
        }
        return samples
    }

    /// Nanoseconds an operation.
    private func cancelAll(_ tasks: [Task<Void, any Error>]) async throws -> Double {
        let start = MonotonicClock.nanoseconds()
        for task in tasks { task.cancel() }
        for task in tasks { try await Self.expectCancellation(task) }
        return Double(MonotonicClock.nanoseconds() - start) / Double(tasks.count)
    }

    /// Nanoseconds an operation cancelled, until they and the new one have ended.
    private func replaceAll(_ tasks: [Task<Void, any Error>]) async throws -> Double {
        let start = MonotonicClock.nanoseconds()
        let newest = queue.replaceAll {}
        for task in tasks { try await Self.expectCancellation(task) }
        try await newest.value
        return Double(MonotonicClock.nanoseconds() - start) / Double(tasks.count)
    }

    private func stopRunning() async throws -> [Double] {
        let isRunning = AsyncStream<Void>.makeStream()
        let task = queue.submit {
            isRunning.continuation.yield()
            try await Self.waitForCancellation()
        }
        for await _ in isRunning.stream { break }
        let start = MonotonicClock.nanoseconds()
        task.cancel()
        try await Self.expectCancellation(task)
        return [Double(MonotonicClock.nanoseconds() - start)]
    }

    private static func expectCancellation(_ task: Task<Void, any Error>) async throws {
        switch await task.result {
        case .failure(is CancellationError): return
        case .failure(let error): throw ContractViolation("a cancelled operation throws CancellationError: \(error)")
        case .success: throw ContractViolation("a cancelled operation throws CancellationError: it returned")
        }
    }
}
