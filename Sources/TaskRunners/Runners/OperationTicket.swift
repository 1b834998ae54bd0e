/// One submitted operation, as its own task sees it.
///
/// An operation is one plain task. When the task gets a thread and it is the operation's turn, it goes on without
/// suspending; otherwise it waits in a continuation, under a handler that notices its cancellation.
/// (`Task.immediate` would reach that wait on the submitter's thread, but carries an executor preference for the
/// rest of the task's life, which costs more than the wait.)
///
/// Continuations are resumed and tasks cancelled outside the lock.
@usableFromInline
struct OperationTicket: Sendable {
    let state: LockedMemory<RunnerState>
    /// Valid until the task has left, and not before it was registered.
    nonisolated(unsafe) let record: RecordPool.Record
    @usableFromInline let keepsPlace: Bool

    /// All that an operation's task does.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func run<Output: Sendable>(
        _ operation: @Sendable () async throws -> Output
    ) async throws -> Output {
        if !arrive() {
            guard await waitForTurn() else {
                leave()
                throw CancellationError()
            }
        }
        defer { finish() }
        if !keepsPlace { try Task.checkCancellation() }
        return try await operation()
    }

    /// Makes the operation's task known, so that others may cancel it.
    @usableFromInline
    func register(_ task: TaskReference) {
        record.pointee.task = task
        let before = record.pointee.signal(.registered)
        if before.isDisjoint(with: [.left, .cancelled]) { return }
        if before.contains(.left) { step { state, _ in state.release(record) } }
        if before.contains(.cancelled) { task.retain().cancel() }
    }

    /// The operation's task has begun to run: returns whether it is its turn already.
    @usableFromInline
    func arrive() -> Bool {
        let signals = record.pointee.signals
        // Whoever signalled it may not have got to the task yet.
        if signals.contains(.cancelled) { withUnsafeCurrentTask { $0?.cancel() } }
        return signals.contains(.granted)
    }

    /// Suspends until the operation may run; `false` when it was withdrawn.
    @usableFromInline
    nonisolated(nonsending) func waitForTurn() async -> Bool {
        // An operation that keeps its place is not woken by cancellation: it is told in its turn.
        if keepsPlace { return await park() }
        return await withTaskCancellationHandler {
            await park()
        } onCancel: {
            // The record is the operation's still: the task does not leave before this has returned.
            step { state, effects in state.withdraw(record, effects: &effects) }
        }
    }

    private nonisolated(nonsending) func park() async -> Bool {
        await withUnsafeContinuation { continuation in
            record.pointee.continuation = TurnContinuation(continuation)
            let before = record.pointee.signal(.parked)
            if before.contains(.withdrawn) {
                continuation.resume(returning: false)
            } else if before.contains(.granted) {
                continuation.resume(returning: true)
            }
        }
    }

    /// The task of a withdrawn operation is done with it.
    @usableFromInline
    func leave() { step { state, _ in state.leave(record) } }

    @usableFromInline
    func finish() { step { state, effects in state.finish(record, effects: &effects) } }

    /// One step under the lock. The last one after the runner was released frees the state.
    @inline(__always)
    private func step(_ body: (inout RunnerState, inout RunnerEffects) -> Void) {
        var effects = RunnerEffects()
        let isOver = state.withLock { state in
            body(&state, &effects)
            return state.isOver
        }
        effects.perform()
        if isOver { state.free() }
    }
}
