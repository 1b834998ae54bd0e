/// What a runner's lock protects: the scheduler, and a record for each of its operations.
///
/// Every method is one atomic step. What must happen outside the lock, it adds to `effects`.
struct RunnerState {
    /// What the runner knows of an operation, at the operation's own index.
    private struct Record {
        /// The operation's task once it arrived: parked, or running.
        var task: TaskReference?
        /// Set while the operation's task is suspended in its queue.
        var continuation: UnsafeContinuation<Bool, Never>?
        var name: String?
        var submitted: UInt64 = 0
        var keepsPlace = false
        /// Cancelled through the runner before its task arrived, which then cancels itself.
        var isCancelled = false
    }

    var scheduler: ConflictScheduler
    var declared = DeclaredGroups()
    var idleWaiters: [UnsafeContinuation<Void, Never>] = []
    private var records: ContiguousArray<Record> = []

    init(limit: Int) {
        scheduler = ConflictScheduler(limit: limit)
    }

    mutating func submit(
        access: TaskAccessMode, name: String?, keepsPlace: Bool, now: UInt64, effects: inout RunnerEffects,
        declareGroups: RunnerCore.GroupDeclarer
    ) -> RunnerCore.Ticket {
        declareGroups(&scheduler, &declared)
        // The new operation stands in the queue before the old ones leave it, so that nothing slips in between.
        let operation = scheduler.submit(groups: declared.groups, writes: access == .write)
        let sequence = scheduler.sequence(of: operation)
        while records.count < scheduler.capacity { records.append(Record()) }
        let index = Int(operation)
        records[index].name = name
        records[index].submitted = now
        records[index].keepsPlace = keepsPlace
        if !declared.cancelling.isEmpty { cancelDeclaredGroups(except: operation, effects: &effects) }
        declared.removeAll()
        return RunnerCore.Ticket(operation: operation, keepsPlace: keepsPlace, sequence: sequence)
    }

    /// The operation's task has begun to run. `isCancelled` when it was cancelled before that.
    mutating func arrive(
        _ task: TaskReference?, for ticket: RunnerCore.Ticket
    ) -> (isTurn: Bool, isCancelled: Bool) {
        let index = Int(ticket.operation)
        records[index].task = task
        return (scheduler.state(of: ticket.operation) == .running, records[index].isCancelled)
    }

    /// Leaves the continuation of a queued operation, unless there is something to tell it at once.
    mutating func park(
        _ continuation: UnsafeContinuation<Bool, Never>, for ticket: RunnerCore.Ticket
    ) -> Bool? {
        switch scheduler.state(of: ticket.operation) {
        case .withdrawn:
            release(ticket.operation)
            return false
        case .running:
            return true
        case .free, .waiting, .ready:
            records[Int(ticket.operation)].continuation = continuation
            return nil
        }
    }

    mutating func finish(_ operation: ConflictScheduler.OperationID, effects: inout RunnerEffects) {
        // Destroying a name or the last reference to a task may be work: not under the lock.
        effects.discarded = records[Int(operation)].task
        records[Int(operation)] = Record()
        scheduler.finish(operation)
        collectStarted(&effects)
    }

    mutating func withdraw(_ ticket: RunnerCore.Ticket, effects: inout RunnerEffects) {
        guard Int(ticket.operation) < scheduler.capacity,
            scheduler.sequence(of: ticket.operation) == ticket.sequence, scheduler.isQueued(ticket.operation)
        else { return }
        scheduler.withdraw(CollectionOfOne(ticket.operation))
        deliverWithdrawal(of: ticket.operation, effects: &effects)
        collectStarted(&effects)
    }

    /// Cancels all these at once: the queued ones are withdrawn, but for those that keep their place.
    mutating func cancel(_ operations: [ConflictScheduler.OperationID], effects: inout RunnerEffects) {
        let withdrawn = operations.filter {
            scheduler.isQueued($0) && !records[Int($0)].keepsPlace
        }
        for operation in operations {
            if let task = records[Int(operation)].task {
                effects.cancelled.append(task)
            } else {
                records[Int(operation)].isCancelled = true
            }
        }
        scheduler.withdraw(withdrawn)
        for operation in withdrawn { deliverWithdrawal(of: operation, effects: &effects) }
        collectStarted(&effects)
    }

    mutating func cancelDeclaredGroups(
        except own: ConflictScheduler.OperationID? = nil, effects: inout RunnerEffects
    ) {
        var operations: [ConflictScheduler.OperationID] = []
        if declared.cancelling.count == 1 {
            operations = scheduler.operations(in: declared.cancelling[0])
        } else {
            operations = Array(Set(declared.cancelling.lazy.flatMap { [scheduler] in scheduler.operations(in: $0) }))
        }
        cancel(operations.filter { $0 != own }, effects: &effects)
    }

    func operationsForSnapshot(now: UInt64) -> [RunnerSnapshot.Entry] {
        scheduler.operations().map { operation in
            let record = records[Int(operation)]
            let isQueued = scheduler.isQueued(operation)
            return RunnerSnapshot.Entry(
                id: scheduler.sequence(of: operation), name: record.name,
                groups: scheduler.groups(of: operation),
                access: scheduler.writes(operation) ? .write : .read,
                age: .nanoseconds(Int64(now > record.submitted ? now - record.submitted : 0)),
                isRunning: !isQueued,
                waitsFor: isQueued
                    ? scheduler.blockers(of: operation).map { scheduler.sequence(of: $0) }.sorted() : [])
        }
    }

    // MARK: Effects

    /// Wakes the withdrawn operation's task, or leaves its place for the task to find when it arrives.
    private mutating func deliverWithdrawal(
        of operation: ConflictScheduler.OperationID, effects: inout RunnerEffects
    ) {
        guard let continuation = records[Int(operation)].continuation else { return }
        effects.resume(continuation, returning: false)
        release(operation)
    }

    private mutating func collectStarted(_ effects: inout RunnerEffects) {
        for operation in scheduler.started {
            // Without a continuation its task is still on the way, and will find that it may run.
            if let continuation = records[Int(operation)].continuation {
                records[Int(operation)].continuation = nil
                effects.resume(continuation, returning: true)
            }
        }
        scheduler.started.removeAll(keepingCapacity: scheduler.started.count < 1024)
        if scheduler.isIdle {
            if !idleWaiters.isEmpty {
                effects.idle = idleWaiters
                idleWaiters = []
            }
            trim()
        }
    }

    private mutating func release(_ operation: ConflictScheduler.OperationID) {
        records[Int(operation)] = Record()
        scheduler.release(operation)
        trim()
    }

    /// Follows the scheduler where it has given its storage back.
    private mutating func trim() {
        if scheduler.capacity == 0, !records.isEmpty { records = [] }
    }
}

/// The groups of one step, as the scheduler's numbers.
@usableFromInline
struct DeclaredGroups {
    @usableFromInline var groups: ContiguousArray<ConflictScheduler.GroupID> = []
    @usableFromInline var cancelling: ContiguousArray<ConflictScheduler.GroupID> = []

    mutating func removeAll() {
        groups.removeAll(keepingCapacity: true)
        cancelling.removeAll(keepingCapacity: true)
    }
}
