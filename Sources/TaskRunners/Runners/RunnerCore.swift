import Synchronization

/// What both runners share: the scheduler behind its lock, and the tasks that wait in it.
///
/// Every operation is one plain task. When the task gets a thread and it is the operation's turn, it goes on
/// without suspending; otherwise it waits in a continuation, under a handler that notices its cancellation.
/// (`Task.immediate` would reach that wait on the submitter's thread, but carries an executor preference for the
/// rest of the task's life, which costs more than the wait.)
///
/// Continuations are resumed and tasks cancelled outside the lock.
@usableFromInline
final class RunnerCore: Sendable {
    /// Names one submission, also after its place in the scheduler was reused.
    @usableFromInline
    struct Ticket: @unchecked Sendable {
        let operation: ConflictScheduler.OperationID
        @usableFromInline let keepsPlace: Bool
        let sequence: UInt64
        /// Valid until the operation has finished, or was told of its withdrawal.
        let record: RecordStorage.Record
    }

    /// Fills in the groups of one step as the scheduler's numbers; called under the lock.
    @usableFromInline
    typealias GroupDeclarer = (inout ConflictScheduler, inout DeclaredGroups) -> Void

    let name: String?
    @usableFromInline let executor: (any TaskExecutor)?
    private let lock = Mutex(())
    /// Touched in `withState` only.
    private nonisolated(unsafe) var protected: RunnerState

    init(name: String?, limit: Int, executor: (any TaskExecutor)?) {
        self.name = name
        self.executor = executor
        protected = RunnerState(limit: limit)
    }

    // `Mutex`'s own state would have to be sent in and out, which the callers' groups and continuations cannot be.
    @inline(__always)
    private func withState<Result>(_ body: (inout RunnerState) -> Result) -> Result {
        lock.withLock { _ in body(&protected) }
    }

    // MARK: Submitting

    /// Adds a group that is never removed.
    func addGroup() -> ConflictScheduler.GroupID { withState { $0.addGroup() } }

    /// Enqueues an operation that writes one group.
    func submit(writing group: ConflictScheduler.GroupID, name: String?, keepsPlace: Bool) -> Ticket {
        let now = CoarseClock.nanoseconds()
        return withState { $0.submit(writing: group, name: name, keepsPlace: keepsPlace, now: now) }
    }

    /// Enqueues an operation, and cancels what declared one of the groups in `cancelling`, in one step.
    ///
    /// - Parameter declareGroups: Called under the lock; fills in the operation's groups and those to cancel.
    @usableFromInline
    func submit(
        access: TaskAccessMode, name: String?, keepsPlace: Bool,
        declareGroups: GroupDeclarer
    ) -> Ticket {
        let now = CoarseClock.nanoseconds()
        var effects = RunnerEffects()
        let ticket = withState { state in
            state.submit(
                access: access, name: name, keepsPlace: keepsPlace, now: now, effects: &effects,
                declareGroups: declareGroups)
        }
        effects.perform()
        return ticket
    }

    /// Creates the task of a submitted operation.
    // Inlined so that the operation, the task's body and the submission become one closure in the client.
    @inlinable
    @inline(__always)
    func launch<Output: Sendable>(
        _ ticket: Ticket, name: String?, priority: TaskPriority?,
        operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        // Each branch has its own closure: one kept in a variable would be wrapped once more on its way to the task.
        let task =
            if let executor {
                Task(name: name, executorPreference: executor, priority: priority) {
                    try await self.run(operation, ticket)
                }
            } else {
                Task(name: name, priority: priority) {
                    try await self.run(operation, ticket)
                }
            }
        register(TaskReference(task), of: ticket)
        return task
    }

    /// Makes the operation's task known, so that others may cancel it.
    @usableFromInline
    func register(_ task: TaskReference, of ticket: Ticket) {
        ticket.record.pointee.task = task
        let before = ticket.record.pointee.signal(.registered)
        if before.isDisjoint(with: [.left, .cancelled]) { return }
        if before.contains(.left) { withState { $0.release(ticket.operation) } }
        if before.contains(.cancelled) { task.retain().cancel() }
    }

    // MARK: The life of an operation

    /// All that an operation's task does.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func run<Output: Sendable>(
        _ operation: @Sendable () async throws -> Output, _ ticket: Ticket
    ) async throws -> Output {
        if !arrive(ticket) {
            guard await waitForTurn(ticket) else { throw CancellationError() }
        }
        defer { finish(ticket) }
        if !ticket.keepsPlace { try Task.checkCancellation() }
        return try await operation()
    }

    /// The operation's task has begun to run: returns whether it is its turn already.
    @usableFromInline
    func arrive(_ ticket: Ticket) -> Bool {
        let signals = ticket.record.pointee.signals
        // Whoever signalled it may not have got to the task yet.
        if signals.contains(.cancelled) { withUnsafeCurrentTask { $0?.cancel() } }
        return signals.contains(.granted)
    }

    /// Suspends until the operation may run; `false` when it was withdrawn.
    @usableFromInline
    nonisolated(nonsending) func waitForTurn(_ ticket: Ticket) async -> Bool {
        // An operation that keeps its place is not woken by cancellation: it is told in its turn.
        if ticket.keepsPlace { return await park(ticket) }
        return await withTaskCancellationHandler {
            await park(ticket)
        } onCancel: {
            withdraw(ticket)
        }
    }

    private nonisolated(nonsending) func park(_ ticket: Ticket) async -> Bool {
        await withUnsafeContinuation { continuation in
            ticket.record.pointee.continuation = TurnContinuation(continuation)
            let before = ticket.record.pointee.signal(.parked)
            if before.contains(.withdrawn) {
                withState { $0.leave(ticket.operation) }
                continuation.resume(returning: false)
            } else if before.contains(.granted) {
                continuation.resume(returning: true)
            }
        }
    }

    /// Takes a queued operation out, because its task was cancelled. Does nothing once it runs or has ended.
    private func withdraw(_ ticket: Ticket) {
        var effects = RunnerEffects()
        withState { $0.withdraw(ticket, effects: &effects) }
        effects.perform()
    }

    @usableFromInline
    func finish(_ ticket: Ticket) {
        var effects = RunnerEffects()
        withState { $0.finish(ticket.operation, effects: &effects) }
        effects.perform()
    }

    // MARK: All operations

    func cancelAll() {
        var effects = RunnerEffects()
        withState { $0.cancel($0.scheduler.operations(), effects: &effects) }
        effects.perform()
    }

    /// - Parameter declareGroups: Called under the lock; fills in the groups to cancel.
    @usableFromInline
    func cancel(declareGroups: GroupDeclarer) {
        var effects = RunnerEffects()
        withState { state in
            declareGroups(&state.scheduler, &state.declared)
            state.cancelDeclaredGroups(effects: &effects)
            state.declared.removeAll()
        }
        effects.perform()
    }

    func waitUntilIdle() async {
        await withUnsafeContinuation { continuation in
            let isIdle = withState { state in
                if !state.scheduler.isIdle { state.idleWaiters.append(continuation) }
                return state.scheduler.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    var counts: (queued: Int, running: Int) {
        withState { ($0.scheduler.queuedCount, $0.scheduler.runningCount) }
    }

    /// Places in the scheduler, taken or free: grows only while more operations are unfinished than ever before.
    var capacity: Int { withState { $0.scheduler.capacity } }

    /// - Parameter describeGroups: Called under the lock; returns what turns a group's number into text, which
    ///   is called after unlocking, since it runs the app's code.
    @usableFromInline
    func snapshot(
        describeGroups: () -> @Sendable (ConflictScheduler.GroupID) -> String?
    ) -> RunnerSnapshot {
        let now = CoarseClock.nanoseconds()
        let (operations, limit, describe) = withState { state in
            (state.operationsForSnapshot(now: now), state.scheduler.limit, describeGroups())
        }
        return RunnerSnapshot(runner: name, limit: limit, operations: operations, describeGroup: describe)
    }
}
