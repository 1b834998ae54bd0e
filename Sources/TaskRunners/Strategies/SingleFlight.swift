import Synchronization

/// Lets all who ask for the same thing at the same time share one operation, such as the load of a record.
///
/// - While an operation for a key runs, further callers join it and get its value, or its error. Neither is remembered:
///   the next call after it has ended runs its own operation.
/// - A caller's cancellation ends that caller's wait, at once, and nothing else. When the last caller has left, the
///   operation is cancelled.
/// - There is never more than one operation of a key: a call that finds one which all have left, and which has not ended
///   yet, runs its own after it.
///
/// The operation runs in a task of its own, with the task-locals and the priority of the caller that began it.
public final class SingleFlight<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    private let state = Mutex(SingleFlightState<Key, Output>())

    /// No operation runs yet.
    public init() {}

    /// For how many keys an operation runs.
    public var runningCount: Int { state.withLock { $0.runningCount } }

    /// Joins the operation that runs for `key`, or runs `operation`. O(1).
    ///
    /// An operation that calls this for its own key waits for itself.
    ///
    /// - Throws: What the shared operation throws; `CancellationError` when the caller was cancelled.
    public nonisolated(nonsending) func run(
        _ key: Key, operation: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        let (caller, launch) = state.withLock { $0.enter(key) }
        if let launch { start(caller.flight, after: launch.predecessor, operation) }
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                state.withLock { $0.wait(caller, continuation) }?.resume()
            }
        } onCancel: {
            let (resumption, abandoned) = state.withLock { $0.leave(caller) }
            resumption?.resume()
            abandoned?.cancel()
        }
        return try result.get()
    }

    private func start(
        _ flight: SingleFlightState<Key, Output>.Flight, after predecessor: Task<Void, Never>?,
        _ operation: @escaping @Sendable () async throws -> Output
    ) {
        let task = Task {
            await predecessor?.value
            let result: Result<Output, any Error>
            do {
                try Task.checkCancellation()
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            for resumption in state.withLock({ $0.end(flight, result) }) { resumption.resume() }
        }
        state.withLock { $0.register(task, flight) }
    }
}
