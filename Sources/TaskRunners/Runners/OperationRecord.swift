import Synchronization

/// What a runner keeps of one operation beside its place in the scheduler, and where the operation's task and the
/// runner signal each other without the lock.
///
/// Each side announces itself with one atomic step on ``signals``, and whoever comes second acts: a task that parks
/// after its turn was granted goes on by itself, a grant after it parked resumes it; a cancellation before the task
/// was registered is carried out by its submitter. The last of the task and its submitter gives the place back.
struct OperationRecord: ~Copyable {
    struct Signals: OptionSet {
        let rawValue: UInt32
        /// By the runner: the operation may run.
        static let granted = Signals(rawValue: 1)
        /// By the runner: the operation was taken out of the queue and never runs.
        static let withdrawn = Signals(rawValue: 2)
        /// By the runner: the operation's task is to be cancelled.
        static let cancelled = Signals(rawValue: 4)
        /// By the submitter, who does not touch the record afterwards: `task` is set.
        static let registered = Signals(rawValue: 8)
        /// By the task: `continuation` is set.
        static let parked = Signals(rawValue: 16)
        /// By or for the task, under the lock: it does not touch the record afterwards.
        static let left = Signals(rawValue: 32)
    }

    private let atomicSignals = Atomic<UInt32>(0)
    /// The scheduler's number of the operation, once the scheduler knows of it. Under the runner's lock.
    var operation: ConflictScheduler.OperationID = -1
    var task: TaskReference?
    var continuation: TurnContinuation?
    /// In nanoseconds of ``CoarseClock``.
    var submitted: UInt64 = 0
    var keepsPlace = false
    var name: String?

    var signals: Signals {
        @inline(__always) get { Signals(rawValue: atomicSignals.load(ordering: .acquiring)) }
    }

    /// Returns what had been signalled before.
    @discardableResult
    @inline(__always)
    func signal(_ signal: Signals) -> Signals {
        Signals(rawValue: atomicSignals.bitwiseOr(signal.rawValue, ordering: .acquiringAndReleasing).oldValue)
    }

    /// Makes the record a new operation's. Only while no task and no other thread knows of it.
    mutating func reset(name: String?, submitted: UInt64, keepsPlace: Bool) {
        atomicSignals.store(0, ordering: .relaxed)
        task = nil
        continuation = nil
        self.name = name
        self.submitted = submitted
        self.keepsPlace = keepsPlace
    }
}
