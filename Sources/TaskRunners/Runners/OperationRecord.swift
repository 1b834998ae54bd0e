import Synchronization

/// What a runner keeps of one operation beside its place in the scheduler, and where the operation's task and the
/// runner signal each other without the lock.
///
/// Each side announces itself with one atomic step on ``signals``, and whoever comes second acts: a task that parks
/// after its turn was granted goes on by itself, a grant after it parked resumes it; a cancellation before the task
/// arrived is the task's own to carry out, one after it the runner's.
struct OperationRecord: ~Copyable {
    struct Signals: OptionSet {
        let rawValue: UInt32
        /// By the runner: the operation may run.
        static let granted = Signals(rawValue: 1)
        /// By the runner: the operation was taken out of the queue and never runs.
        static let withdrawn = Signals(rawValue: 2)
        /// By the runner: the operation's task is to be cancelled.
        static let cancelled = Signals(rawValue: 4)
        /// By the task: `task` is set.
        static let arrived = Signals(rawValue: 8)
        /// By the task: `continuation` is set.
        static let parked = Signals(rawValue: 16)
    }

    private let signals = Atomic<UInt32>(0)
    var task: TaskReference?
    var continuation: TurnContinuation?
    /// In nanoseconds of ``CoarseClock``.
    var submitted: UInt64 = 0
    var keepsPlace = false

    /// Returns what had been signalled before.
    @discardableResult
    @inline(__always)
    func signal(_ signal: Signals) -> Signals {
        Signals(rawValue: signals.bitwiseOr(signal.rawValue, ordering: .acquiringAndReleasing).oldValue)
    }

    /// Makes the record a new operation's. Only while no task and no other thread knows of it.
    mutating func reset(_ initial: Signals, submitted: UInt64, keepsPlace: Bool) {
        signals.store(initial.rawValue, ordering: .relaxed)
        task = nil
        continuation = nil
        self.submitted = submitted
        self.keepsPlace = keepsPlace
    }
}
