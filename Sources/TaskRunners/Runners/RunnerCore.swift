/// What both runners share: the scheduler behind its lock, and the tasks that wait in it.
///
/// The runner owns its core. Operations do not: they share the state behind the lock, which the last of them frees.
@usableFromInline
final class RunnerCore: Sendable {
    /// Fills in the groups of one step as the scheduler's numbers; called under the lock.
    @usableFromInline
    typealias GroupDeclarer = (inout ConflictScheduler, inout DeclaredGroups) -> Void

    let name: String?
    @usableFromInline let executor: (any TaskExecutor)?
    private let state: LockedMemory<RunnerState>
    private let inbox: LockedMemory<SubmissionInbox>?

    /// - Parameter isSerial: Whether all operations are submitted by `submit(name:keepsPlace:)`.
    init(name: String?, limit: Int, isSerial: Bool, executor: (any TaskExecutor)?) {
        self.name = name
        self.executor = executor
        inbox = isSerial ? LockedMemory(SubmissionInbox()) : nil
        state = LockedMemory(RunnerState(limit: limit, inbox: inbox))
    }

    deinit {
        let isOver = state.withLock { state in
            state.isAbandoned = true
            return state.isOver
        }
        if isOver { state.free() }
    }

    // MARK: Submitting

    /// Enqueues an operation that conflicts with every other. O(1), amortised.
    func submit(name: String?, keepsPlace: Bool) -> OperationTicket {
        let now = CoarseClock.nanoseconds()
        if let inbox, let record = inbox.withLock({ $0.add(name: name, keepsPlace: keepsPlace, now: now) }) {
            return OperationTicket(state: state, record: record, keepsPlace: keepsPlace)
        }
        let record = step { $0.submit(name: name, keepsPlace: keepsPlace, now: now, effects: &$1) }
        return OperationTicket(state: state, record: record, keepsPlace: keepsPlace)
    }

    /// Enqueues an operation, and cancels what declared one of the groups in `cancelling`, in one step.
    ///
    /// - Parameter declareGroups: Called under the lock; fills in the operation's groups and those to cancel.
    @usableFromInline
    func submit(
        access: TaskAccessMode, name: String?, keepsPlace: Bool, declareGroups: GroupDeclarer
    ) -> OperationTicket {
        let now = CoarseClock.nanoseconds()
        let record = step {
            $0.submit(
                access: access, name: name, keepsPlace: keepsPlace, now: now, effects: &$1, declareGroups: declareGroups
            )
        }
        return OperationTicket(state: state, record: record, keepsPlace: keepsPlace)
    }

    /// Creates the task of a submitted operation.
    // Inlined so that the operation, the task's body and the submission become one closure in the client.
    @inlinable
    @inline(__always)
    func launch<Output: Sendable>(
        _ ticket: OperationTicket, name: String?, priority: TaskPriority?,
        operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        // Each branch has its own closure: one kept in a variable would be wrapped once more on its way to the task.
        let task =
            if let executor {
                Task(name: name, executorPreference: executor, priority: priority) {
                    try await ticket.run(operation)
                }
            } else {
                Task(name: name, priority: priority) {
                    try await ticket.run(operation)
                }
            }
        ticket.register(TaskReference(task))
        return task
    }

    // MARK: All operations

    func cancelAll() { step { $0.cancel($0.scheduler.operations(), effects: &$1) } }

    /// - Parameter declareGroups: Called under the lock; fills in the groups to cancel.
    @usableFromInline
    func cancel(declareGroups: GroupDeclarer) {
        step { state, effects in
            declareGroups(&state.scheduler, &state.declared)
            state.cancelDeclaredGroups(effects: &effects)
            state.declared.removeAll()
        }
    }

    func waitUntilIdle() async {
        await withUnsafeContinuation { continuation in
            let isIdle = step { state, _ in
                if !state.scheduler.isIdle { state.idleWaiters.append(continuation) }
                return state.scheduler.isIdle
            }
            if isIdle { continuation.resume() }
        }
    }

    var counts: (queued: Int, running: Int) {
        step { state, _ in (state.scheduler.queuedCount, state.scheduler.runningCount) }
    }

    #if DEBUG
        /// Keeps `object` for as long as the state is not freed.
        func keep(_ object: AnyObject) { step { state, _ in state.companion = object } }
    #endif

    /// Places in the scheduler, taken or free: grows only while more operations are unfinished than ever before.
    var capacity: Int { step { state, _ in state.scheduler.capacity } }

    /// - Parameter describeGroups: Called under the lock; returns what turns a group's number into text, which
    ///   is called after unlocking, since it runs the app's code.
    @usableFromInline
    func snapshot(
        describeGroups: () -> @Sendable (ConflictScheduler.GroupID) -> String?
    ) -> RunnerSnapshot {
        let now = CoarseClock.nanoseconds()
        let (operations, limit, describe) = step { state, _ in
            (state.operationsForSnapshot(now: now), state.scheduler.limit, describeGroups())
        }
        return RunnerSnapshot(runner: name, limit: limit, operations: operations, describeGroup: describe)
    }

    /// One step under the lock, of a scheduler that knows of all submissions. The runner is there, so the state stays.
    @inline(__always)
    private func step<Result>(_ body: (inout RunnerState, inout RunnerEffects) -> Result) -> Result {
        var effects = RunnerEffects()
        let result = state.withLock { state in
            state.catchUp(&effects)
            return body(&state, &effects)
        }
        effects.perform()
        return result
    }
}
