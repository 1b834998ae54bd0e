/// A task of any type, to be cancelled from anywhere.
///
/// `UnsafeCurrentTask` holds its task strongly, and `cancel()` may be called on it from other tasks; what its
/// documentation warns of, use after the task has ended, only wastes the call here, since the reference keeps the
/// task's memory alive. A `Task` handle would have to be stored after the task was created, at the price of a
/// second trip through the lock and of erasing its type.
struct TaskReference: @unchecked Sendable {
    private let task: UnsafeCurrentTask

    /// The task that calls, or `nil` outside any.
    static var current: TaskReference? {
        withUnsafeCurrentTask { $0.map(TaskReference.init) }
    }

    private init(_ task: UnsafeCurrentTask) {
        self.task = task
    }

    func cancel() { task.cancel() }
}
