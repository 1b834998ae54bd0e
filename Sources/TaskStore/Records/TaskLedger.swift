import Synchronization

/// All tasks of a store that have not ended, replaced ones too. It knows no keys.
///
/// The store and its tasks share it, so that no task keeps the store alive. A lock protects it, since the store may be
/// released, and a task's handle cancelled, on any thread. Tasks are cancelled and resumed outside the lock.
///
/// Every step is O(1) but for the tasks that it cancels.
@usableFromInline
final class TaskLedger: Sendable {
    private struct State {
        /// The newest record; the others are linked to it.
        unowned(unsafe) var last: TaskRecord?
    }

    private let state = Mutex(State())

    init() {}

    // MARK: Adding

    /// Adds a record, which its task keeps.
    ///
    /// - Parameter task: The record's task, which cannot have ended yet; `nil` where it is still to be created.
    @usableFromInline
    func add(_ record: TaskRecord, _ task: Task<Void, Never>?, replacing replaced: TaskRecord?) {
        state.withLock { state in
            record.task = task
            record.isAdded = true
            record.previous = state.last
            state.last?.next = record
            state.last = record
            // It may have ended on its way here.
            if let replaced, !replaced.isEnded {
                record.older = replaced
                replaced.newer = record
            }
        }
    }

    /// Makes the task of a record known that was added without, so that it can be cancelled.
    @usableFromInline
    func register(_ task: Task<Void, Never>, for record: TaskRecord) {
        let isLate = state.withLock { _ in
            if !record.isEnded { record.task = task }
            return record.isCancelled
        }
        if isLate { task.cancel() }
    }

    /// Registers the task that calls this.
    @usableFromInline
    func registerCurrentTask(for record: TaskRecord) {
        // Both are the bare task; there is no other way to a handle from inside.
        let task = withUnsafeCurrentTask { unsafeBitCast($0!, to: Task<Void, Never>.self) }
        register(task, for: record)
    }

    @usableFromInline
    func task(of record: TaskRecord) -> Task<Void, Never>? { state.withLock { _ in record.task } }

    // MARK: A task's own steps

    /// Whether the task of `record`, which is about to run, must be run by `run(_:replacing:waits:on:_:)`: a task that it
    /// replaced has not ended, or may not have.
    @usableFromInline
    func followsOthers(_ record: TaskRecord) -> Bool { state.withLock { _ in record.older != nil || !record.isAdded } }

    /// The rest of a task that replaced another: waits for it, where `waits` says so, and then runs the operation unless
    /// the task was cancelled. While it does, cancelling the task also cancels those that it replaced.
    @usableFromInline
    func run(
        _ record: TaskRecord, replacing replaced: TaskRecord, waits: Bool, on isolation: isolated (any Actor)?,
        _ operation: @isolated(any) () async -> Void
    ) async {
        await withTaskCancellationHandler {
            // Not on the actor unless it captures it.
            _ = isolation
            // Cancellation does not end the wait: what replaces this task in turn would start beside the other.
            if waits { await wait(for: replaced) }
            if !Task.isCancelled { await operation() }
        } onCancel: {
            cancel(record)
        }
    }

    private nonisolated(nonsending) func wait(for predecessor: TaskRecord) async {
        await withUnsafeContinuation { continuation in
            let isEnded = state.withLock { _ in
                if !predecessor.isEnded { predecessor.waiter = continuation }
                return predecessor.isEnded
            }
            if isEnded { continuation.resume() }
        }
    }

    /// The task of `record` is about to end.
    @usableFromInline
    func end(_ record: TaskRecord) {
        let waiter = state.withLock { state in
            if let next = record.next { next.previous = record.previous } else { state.last = record.previous }
            record.previous?.next = record.next
            record.newer?.older = record.older
            record.older?.newer = record.newer
            record.isEnded = true
            record.task = nil
            return record.waiter
        }
        waiter?.resume()
    }

    // MARK: Cancelling

    /// Cancels the record's task, and those that it replaced.
    @usableFromInline
    func cancel(_ record: TaskRecord) {
        for task in state.withLock({ _ in Self.markCancelled(record) }) { task.cancel() }
    }

    @usableFromInline
    func cancelAll() {
        let cancelled = state.withLock { state in
            var tasks: [Task<Void, Never>] = []
            var record = state.last
            while let each = record {
                if !each.isCancelled, let task = each.task { tasks.append(task) }
                each.isCancelled = true
                record = each.previous
            }
            return tasks
        }
        for task in cancelled { task.cancel() }
    }

    /// Returns the tasks to cancel: the record's and all older ones. Those that were told before, and so all older than
    /// them, are not looked at: a storm of replacements costs each replaced task once.
    private static func markCancelled(_ record: TaskRecord) -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        var next: TaskRecord? = record
        while let each = next, !each.isCancelled {
            each.isCancelled = true
            if let task = each.task { tasks.append(task) }
            next = each.older
        }
        return tasks
    }
}
