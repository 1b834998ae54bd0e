/// A task of any type, to be cancelled from anywhere while something else keeps it alive.
///
/// Kept as the bare pointer that a task handle is: a record holds tasks of all types, and neither counts references
/// for them nor pays for an existential.
@usableFromInline
struct TaskReference: Sendable, BitwiseCopyable {
    private let bits: UInt

    @usableFromInline
    init<Output, Failure>(_ task: Task<Output, Failure>) {
        bits = unsafeBitCast(task, to: UInt.self)
    }

    /// Takes a strong reference, so that `cancel()` may come after the task has ended.
    func retain() -> Task<Never, Never> {
        // Cancelling looks neither at the output nor at the failure.
        unsafeBitCast(bits, to: Task<Never, Never>.self)
    }
}
