/// A task of any type, to be cancelled from anywhere while something else keeps it alive.
///
/// A `Task` handle would have to be stored after the task was created, at the price of a second trip through the
/// lock and of erasing its type. `UnsafeCurrentTask` is that handle without a type; kept as the bare pointer that it
/// is, since its own layout is unknown to its clients (as for ``TurnContinuation``).
struct TaskReference: Sendable, BitwiseCopyable {
    private let bits: UInt

    /// The task that calls, or `nil` outside any.
    @inline(__always)
    static var current: TaskReference? {
        withUnsafeCurrentTask { task in
            task.map { TaskReference(bits: unsafeBitCast($0, to: UInt.self)) }
        }
    }

    /// Takes a strong reference, so that ``Retained/cancel()`` may come after the task has ended.
    func retain() -> Retained {
        Retained(task: unsafeBitCast(bits, to: UnsafeCurrentTask.self))
    }

    /// A task that may have ended, and whose memory has not.
    struct Retained: @unchecked Sendable {
        fileprivate let task: UnsafeCurrentTask

        /// Does nothing to a task that has ended.
        func cancel() { task.cancel() }
    }
}
