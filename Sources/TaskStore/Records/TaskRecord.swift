/// One task of a store, until it has ended. Touched under the ledger's lock only.
@usableFromInline
final class TaskRecord: @unchecked Sendable {
    /// `nil` while the task is being created, and after it has ended.
    var task: Task<Void, Never>?
    /// The ledger's list of all tasks. Not counted: each record is kept by its own task, which unlinks it.
    unowned(unsafe) var previous: TaskRecord?
    unowned(unsafe) var next: TaskRecord?
    /// The task that this one replaced, and the one that replaced it, as long as both run.
    unowned(unsafe) var older: TaskRecord?
    unowned(unsafe) var newer: TaskRecord?
    /// Whether the task, and so every older one, was told to cancel.
    var isCancelled = false
    var isAdded = false
    var isEnded = false
    /// The newer task, where it waits for this one to end.
    var waiter: UnsafeContinuation<Void, Never>?

    @usableFromInline
    init() {}
}
