import BenchmarkKit
import Synchronization

/// A `Task` an operation, and no order at all: the floor of everything that returns a handle.
struct BareTaskAdapter: SubmissionImplementation {
    static let name = "task"
    static let capabilities: ImplementationCapabilities = [.hasHandle, .canCancel, .canSuspend]

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> { Task { operation() } }
    func submit(suspending operation: @escaping @Sendable () async -> Void) -> Task<Void, any Error> {
        Task { await operation() }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}

/// Each task first awaits the one before it.
struct ChainedTasksAdapter: SubmissionImplementation {
    static let name = "chained-tasks"
    static let capabilities: ImplementationCapabilities = [.hasHandle, .isExclusive, .keepsOrder, .canSuspend]

    private final class Last: Sendable {
        let task = Mutex<Task<Void, any Error>?>(nil)
    }
    private let last = Last()

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        submit(suspending: { operation() })
    }
    func submit(suspending operation: @escaping @Sendable () async -> Void) -> Task<Void, any Error> {
        last.task.withLock { last in
            let previous = last
            let task = Task<Void, any Error> {
                _ = await previous?.result
                await operation()
            }
            last = task
            return task
        }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}

/// One `Task` an event on the main actor: what apps do without a runner.
struct MainActorTaskAdapter: SubmissionImplementation {
    static let name = "main-actor-task"
    static let capabilities: ImplementationCapabilities = [.hasHandle, .canCancel, .isExclusive]

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        Task { @MainActor in operation() }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}

/// A `Task` an operation that enters one actor. Exclusive while an operation does not suspend; no order.
struct ActorAdapter: SubmissionImplementation {
    static let name = "actor"
    static let capabilities: ImplementationCapabilities = [.hasHandle, .canCancel, .isExclusive]

    private actor Resource {
        func run(_ operation: @Sendable () -> Void) { operation() }
    }
    private let resource = Resource()

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        Task { [resource] in await resource.run(operation) }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}

/// One consumer takes operations from a stream. No handle.
struct AsyncStreamAdapter: SubmissionImplementation {
    static let name = "async-stream"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder, .canSuspend]

    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation
    private let lifetime: Lifetime

    /// Ends the stream, and so its consumer, when the last copy of the adapter is gone.
    private final class Lifetime: Sendable {
        let continuation: AsyncStream<@Sendable () async -> Void>.Continuation
        init(_ continuation: AsyncStream<@Sendable () async -> Void>.Continuation) {
            self.continuation = continuation
        }
        deinit { continuation.finish() }
    }

    init() {
        let (stream, continuation) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.continuation = continuation
        lifetime = Lifetime(continuation)
        Task { for await operation in stream { await operation() } }
    }

    func submit(_ operation: @escaping @Sendable () -> Void) { continuation.yield { operation() } }
    func submit(suspending operation: @escaping @Sendable () async -> Void) { continuation.yield(operation) }
}
