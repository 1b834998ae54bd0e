/// What a runner's lock protects: the scheduler, and a record for each of its operations.
///
/// Every method is one atomic step. What must happen outside the lock, it adds to `effects`.
struct RunnerState: ~Copyable {
    var scheduler: ConflictScheduler
    var declared = DeclaredGroups()
    var idleWaiters: [UnsafeContinuation<Void, Never>] = []
    private var records = RecordStorage()
    /// Of the unfinished operations that have one.
    private var names: [ConflictScheduler.OperationID: String] = [:]

    init(limit: Int) {
        scheduler = ConflictScheduler(limit: limit)
    }

    /// Adds a group that is never removed.
    mutating func addGroup() -> ConflictScheduler.GroupID { scheduler.addGroup() }

    /// Enqueues a write of one group: all that a serial runner needs.
    @inline(__always)
    mutating func submit(
        writing group: ConflictScheduler.GroupID, name: String?, keepsPlace: Bool, now: UInt64
    ) -> RunnerCore.Ticket {
        let operation = scheduler.submit(groups: CollectionOfOne(group), writes: true)
        return register(operation, name: name, keepsPlace: keepsPlace, now: now)
    }

    @inline(__always)
    mutating func submit(
        access: TaskAccessMode, name: String?, keepsPlace: Bool, now: UInt64, effects: inout RunnerEffects,
        declareGroups: RunnerCore.GroupDeclarer
    ) -> RunnerCore.Ticket {
        declareGroups(&scheduler, &declared)
        // The new operation stands in the queue before the old ones leave it, so that nothing slips in between.
        let operation = scheduler.submit(groups: declared.groups, writes: access == .write)
        let ticket = register(operation, name: name, keepsPlace: keepsPlace, now: now)
        if !declared.cancelling.isEmpty { cancelDeclaredGroups(except: operation, effects: &effects) }
        declared.removeAll()
        return ticket
    }

    @inline(__always)
    private mutating func register(
        _ operation: ConflictScheduler.OperationID, name: String?, keepsPlace: Bool, now: UInt64
    ) -> RunnerCore.Ticket {
        records.ensureCapacity(scheduler.capacity)
        let record = records[operation]
        record.pointee.reset(
            scheduler.state(of: operation) == .running ? .granted : [], submitted: now, keepsPlace: keepsPlace)
        if let name { names[operation] = name }
        return RunnerCore.Ticket(
            operation: operation, keepsPlace: keepsPlace, sequence: scheduler.sequence(of: operation), record: record)
    }

    @inline(__always)
    mutating func finish(_ operation: ConflictScheduler.OperationID, effects: inout RunnerEffects) {
        scheduler.finish(operation)
        leave(operation)
        grantStarted(&effects)
    }

    /// Takes an operation out because its own task was cancelled, if it is still queued.
    mutating func withdraw(_ ticket: RunnerCore.Ticket, effects: inout RunnerEffects) {
        guard Int(ticket.operation) < scheduler.capacity,
            scheduler.sequence(of: ticket.operation) == ticket.sequence, scheduler.isQueued(ticket.operation)
        else { return }
        scheduler.withdraw(CollectionOfOne(ticket.operation))
        signalWithdrawal(of: ticket.operation, effects: &effects)
        grantStarted(&effects)
    }

    /// Cancels all these at once: the queued ones are withdrawn, but for those that keep their place.
    mutating func cancel(_ operations: [ConflictScheduler.OperationID], effects: inout RunnerEffects) {
        let withdrawn = operations.filter { scheduler.isQueued($0) && !records[$0].pointee.keepsPlace }
        for operation in operations {
            let record = records[operation]
            // One whose task is still being created finds the signal.
            if record.pointee.signal(.cancelled).contains(.registered), let task = record.pointee.task {
                effects.cancel(task)
            }
        }
        scheduler.withdraw(withdrawn)
        for operation in withdrawn { signalWithdrawal(of: operation, effects: &effects) }
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
    mutating func leave(_ operation: ConflictScheduler.OperationID) {
        let record = records[operation]
        if record.pointee.signals.contains(.registered) || record.pointee.signal(.left).contains(.registered) {
            release(operation)
        }
    }

    /// Gives an ended operation's place back, once nothing will ask for it any more.
    @inline(__always)
    mutating func release(_ operation: ConflictScheduler.OperationID) {
        forgetName(of: operation)
        scheduler.release(operation)
        trim()
    }

    func operationsForSnapshot(now: UInt64) -> [RunnerSnapshot.Entry] {
        scheduler.operations().map { operation in
            let submitted = records[operation].pointee.submitted
            let isQueued = scheduler.isQueued(operation)
            return RunnerSnapshot.Entry(
                id: scheduler.sequence(of: operation), name: names[operation],
                groups: scheduler.groups(of: operation),
                access: scheduler.writes(operation) ? .write : .read,
                age: .nanoseconds(Int64(now > submitted ? now - submitted : 0)),
                isRunning: !isQueued,
                waitsFor: isQueued
                    ? scheduler.blockers(of: operation).map { scheduler.sequence(of: $0) }.sorted() : [])
        }
    }

    // MARK: Signals

    /// Wakes the withdrawn operation's task, or leaves its place for the task to find when it arrives.
    private mutating func signalWithdrawal(
        of operation: ConflictScheduler.OperationID, effects: inout RunnerEffects
    ) {
        let record = records[operation]
        guard record.pointee.signal(.withdrawn).contains(.parked), let continuation = record.pointee.continuation
        else { return }
        effects.resume(continuation, returning: false)
        leave(operation)
    }

    @inline(__always)
    private mutating func grantStarted(_ effects: inout RunnerEffects) {
        for index in 0..<scheduler.started.count {
            let record = records[scheduler.started[index]]
            // A task that is still on the way finds the signal when it arrives.
            if record.pointee.signal(.granted).contains(.parked), let continuation = record.pointee.continuation {
                effects.resume(continuation, returning: true)
            }
        }
        scheduler.started.removeAll(keepingCapacity: true)
        if scheduler.isIdle {
            if !idleWaiters.isEmpty {
                effects.resume(idle: idleWaiters)
                idleWaiters = []
            }
            trim()
        }
    }

    @inline(__always)
    private mutating func forgetName(of operation: ConflictScheduler.OperationID) {
        if !names.isEmpty { names[operation] = nil }
    }

    /// Follows the scheduler where it has given its storage back.
    @inline(__always)
    private mutating func trim() {
        if scheduler.capacity == 0 {
            records.removeAll()
            names = [:]
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
