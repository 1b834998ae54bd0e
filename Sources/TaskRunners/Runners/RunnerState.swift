/// What a runner's lock protects: the scheduler, and the records of its operations.
///
/// Every method is one atomic step. What must happen outside the lock, it adds to `effects`.
struct RunnerState: ~Copyable {
    typealias Record = RecordPool.Record

    var scheduler: ConflictScheduler
    var declared = DeclaredGroups()
    var idleWaiters: [UnsafeContinuation<Void, Never>] = []
    /// The runner was released: the last operation to leave frees this state.
    var isAbandoned = false

    private var pool = RecordPool()
    /// By the scheduler's numbers.
    private var records = TrivialVector<Record>()

    /// Serial runners only.
    private let inbox: LockedMemory<SubmissionInbox>?
    private var inboxIsOpen = false
    /// Taken from the inbox; the scheduler knows those before `nextIncoming`.
    private var incoming = TrivialVector<Record>()
    private var nextIncoming = 0
    /// What every operation of a serial runner writes.
    private let resource: ConflictScheduler.GroupID
    /// How many operations out of the inbox one end of an operation takes care of.
    private static let batch = 64

    /// - Parameter inbox: For a serial runner.
    init(limit: Int, inbox: LockedMemory<SubmissionInbox>?) {
        scheduler = ConflictScheduler(limit: limit)
        resource = scheduler.addGroup()
        self.inbox = inbox
    }

    #if DEBUG
        /// Kept as long as the state, so that a test can see when it is freed.
        var companion: AnyObject?
    #endif

    deinit { inbox?.free() }

    /// Whether the state may be freed: the runner is gone, and so are all operations.
    @inline(__always)
    var isOver: Bool { isAbandoned && scheduler.isUnused }

    // MARK: Submitting

    /// Enqueues an operation of a serial runner.
    mutating func submit(name: String?, keepsPlace: Bool, now: UInt64, effects: inout RunnerEffects) -> Record {
        let record = pool.take()
        record.pointee.reset(name: name, submitted: now, keepsPlace: keepsPlace)
        enter(record, scheduler.submit(groups: CollectionOfOne(resource), writes: true), &effects)
        if !inboxIsOpen, scheduler.queuedCount > 0, let inbox {
            inboxIsOpen = true
            inbox.withLock { $0.isOpen = true }
        }
        return record
    }

    /// Enqueues an operation of a grouped runner, and cancels what declared one of the groups in `cancelling`.
    @inline(__always)
    mutating func submit(
        access: TaskAccessMode, name: String?, keepsPlace: Bool, now: UInt64, effects: inout RunnerEffects,
        declareGroups: RunnerCore.GroupDeclarer
    ) -> Record {
        declareGroups(&scheduler, &declared)
        // The new operation stands in the queue before the old ones leave it, so that nothing slips in between.
        let operation = scheduler.submit(groups: declared.groups, writes: access == .write)
        let record = pool.take()
        record.pointee.reset(name: name, submitted: now, keepsPlace: keepsPlace)
        enter(record, operation, &effects)
        if !declared.cancelling.isEmpty { cancelDeclaredGroups(except: operation, effects: &effects) }
        declared.removeAll()
        return record
    }

    /// The scheduler knows `record` as `operation` from now on.
    @inline(__always)
    private mutating func enter(
        _ record: Record, _ operation: ConflictScheduler.OperationID, _ effects: inout RunnerEffects
    ) {
        record.pointee.operation = operation
        while records.count < scheduler.capacity { records.append(record) }
        records[Int(operation)] = record
        if scheduler.state(of: operation) == .running { grant(record, &effects) }
    }

    // MARK: The inbox

    /// Tells the scheduler of all that has been submitted. Before every step that looks at the queue.
    mutating func catchUp(_ effects: inout RunnerEffects) {
        guard inboxIsOpen else { return }
        enterIncoming(.max, &effects)
        // Once: whoever submits meanwhile is later than this step.
        if takeIncoming() { enterIncoming(.max, &effects) }
    }

    /// Whether there is anything to enter; closes the inbox where there is not and nothing runs.
    private mutating func takeIncoming() -> Bool {
        if nextIncoming < incoming.count { return true }
        guard let inbox else { return false }
        incoming.removeAll(keepingCapacity: incoming.count <= ConflictScheduler.retainedCapacity)
        nextIncoming = 0
        inbox.withLock { inbox in
            swap(&inbox.records, &incoming)
            pool.favour(&inbox.pool)
            if incoming.isEmpty, scheduler.isIdle { inbox.isOpen = false }
        }
        if incoming.isEmpty, scheduler.isIdle { inboxIsOpen = false }
        return !incoming.isEmpty
    }

    private mutating func enterIncoming(_ most: Int, _ effects: inout RunnerEffects) {
        let end = min(incoming.count - nextIncoming, most) + nextIncoming
        while nextIncoming < end {
            let record = incoming[nextIncoming]
            nextIncoming += 1
            enter(record, scheduler.submit(groups: CollectionOfOne(resource), writes: true), &effects)
        }
    }

    // MARK: Ending

    @inline(__always)
    mutating func finish(_ record: Record, effects: inout RunnerEffects) {
        scheduler.finish(record.pointee.operation)
        leave(record)
        // Not before the scheduler has run dry, and then a batch, so that many operations share the inbox's lock.
        if inboxIsOpen, scheduler.isIdle, takeIncoming() { enterIncoming(Self.batch, &effects) }
        grantStarted(&effects)
    }

    /// Takes an operation out because its own task was cancelled, if it is still queued.
    mutating func withdraw(_ record: Record, effects: inout RunnerEffects) {
        catchUp(&effects)
        let operation = record.pointee.operation
        guard scheduler.isQueued(operation) else { return }
        scheduler.withdraw(CollectionOfOne(operation))
        signalWithdrawal(of: record, effects: &effects)
        grantStarted(&effects)
    }

    /// Cancels all these at once: the queued ones are withdrawn, but for those that keep their place.
    mutating func cancel(_ operations: [ConflictScheduler.OperationID], effects: inout RunnerEffects) {
        let withdrawn = operations.filter { scheduler.isQueued($0) && !records[Int($0)].pointee.keepsPlace }
        for operation in operations {
            let record = records[Int(operation)]
            // One whose task is still being created finds the signal.
            if record.pointee.signal(.cancelled).contains(.registered), let task = record.pointee.task {
                effects.cancel(task)
            }
        }
        scheduler.withdraw(withdrawn)
        for operation in withdrawn { signalWithdrawal(of: records[Int(operation)], effects: &effects) }
        grantStarted(&effects)
    }

    mutating func cancelDeclaredGroups(
        except own: ConflictScheduler.OperationID? = nil, effects: inout RunnerEffects
    ) {
        var operations: [ConflictScheduler.OperationID] = []
        for index in 0..<declared.cancelling.count {
            operations += scheduler.operations(in: declared.cancelling[index])
        }
        if declared.cancelling.count > 1 { operations = Array(Set(operations)) }
        cancel(operations.filter { $0 != own }, effects: &effects)
    }

    /// The operation's task is done with its record. Gives the place back, unless the submitter still needs it.
    @inline(__always)
    mutating func leave(_ record: Record) {
        if record.pointee.signals.contains(.registered) || record.pointee.signal(.left).contains(.registered) {
            release(record)
        }
    }

    /// Gives an ended operation's place back, once nothing will ask for it any more.
    @inline(__always)
    mutating func release(_ record: Record) {
        scheduler.release(record.pointee.operation)
        record.pointee.name = nil
        pool.give(record)
        // Follows the scheduler where it has given its storage back.
        if scheduler.capacity == 0 { trim() }
    }

    @inline(never)
    private mutating func trim() {
        records.removeAll(keepingCapacity: false)
        guard let inbox else { return pool.removeAll() }
        // Records move between the pools, so that either may hold the other's.
        inbox.withLock { inbox in
            guard inbox.records.isEmpty, nextIncoming == incoming.count else { return }
            pool.removeAll()
            inbox.pool.removeAll()
        }
    }

    // MARK: Signals

    /// Wakes the withdrawn operation's task, or leaves it to find out when it arrives. The task then leaves.
    private mutating func signalWithdrawal(of record: Record, effects: inout RunnerEffects) {
        guard record.pointee.signal(.withdrawn).contains(.parked), let continuation = record.pointee.continuation
        else { return }
        effects.resume(continuation, returning: false)
    }

    @inline(__always)
    private mutating func grantStarted(_ effects: inout RunnerEffects) {
        for index in 0..<scheduler.started.count { grant(records[Int(scheduler.started[index])], &effects) }
        scheduler.started.removeAll(keepingCapacity: true)
        if scheduler.isIdle, !idleWaiters.isEmpty {
            effects.resume(idle: idleWaiters)
            idleWaiters = []
        }
    }

    @inline(__always)
    private func grant(_ record: Record, _ effects: inout RunnerEffects) {
        // A task that is still on the way finds the signal when it arrives.
        if record.pointee.signal(.granted).contains(.parked), let continuation = record.pointee.continuation {
            effects.resume(continuation, returning: true)
        }
    }

    // MARK: Looking

    func operationsForSnapshot(now: UInt64) -> [RunnerSnapshot.Entry] {
        scheduler.operations().map { operation in
            let record = records[Int(operation)]
            let submitted = record.pointee.submitted
            let isQueued = scheduler.isQueued(operation)
            return RunnerSnapshot.Entry(
                id: scheduler.sequence(of: operation), name: record.pointee.name,
                groups: scheduler.groups(of: operation),
                access: scheduler.writes(operation) ? .write : .read,
                age: .nanoseconds(Int64(now > submitted ? now - submitted : 0)),
                isRunning: !isQueued,
                waitsFor: isQueued
                    ? scheduler.blockers(of: operation).map { scheduler.sequence(of: $0) }.sorted() : [])
        }
    }
}

/// The groups of one step, as the scheduler's numbers.
@usableFromInline
struct DeclaredGroups: ~Copyable {
    @usableFromInline var groups: ContiguousArray<ConflictScheduler.GroupID> = []
    @usableFromInline var cancelling: ContiguousArray<ConflictScheduler.GroupID> = []

    mutating func removeAll() {
        groups.removeAll(keepingCapacity: true)
        if !cancelling.isEmpty { cancelling.removeAll() }
    }
}
