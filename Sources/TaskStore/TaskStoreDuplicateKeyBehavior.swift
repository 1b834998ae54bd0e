/// What adding a task does where its key already has a current one.
public enum TaskStoreDuplicateKeyBehavior: Sendable, Hashable {
    /// Cancels the previous task, and starts the new one at once or, with `wait`, when the previous one has ended.
    case cancelPrevious(wait: Bool)
    /// Starts the new task when the previous one has ended.
    case wait
    /// Starts the new task at once, beside the previous one.
    case runConcurrently
    /// Keeps the previous task, also one that was cancelled and has not ended yet, and drops the new operation.
    case preferPrevious

    @usableFromInline
    var cancelsPrevious: Bool {
        if case .cancelPrevious = self { true } else { false }
    }

    @usableFromInline
    var waitsForPrevious: Bool {
        switch self {
        case .cancelPrevious(let wait): wait
        case .wait: true
        case .runConcurrently, .preferPrevious: false
        }
    }
}
