/// What a step under the lock leaves to be done outside it.
struct RunnerEffects {
    private typealias Resumption = (continuation: UnsafeContinuation<Bool, Never>, turn: Bool)

    /// Nearly every step wakes at most one operation; only the others cost an array.
    private var first: Resumption?
    private var others: [Resumption] = []
    var cancelled: [TaskReference] = []
    var idle: [UnsafeContinuation<Void, Never>] = []
    /// Kept only to be released after the lock.
    var discarded: TaskReference?

    mutating func resume(_ continuation: UnsafeContinuation<Bool, Never>, returning turn: Bool) {
        if first == nil {
            first = (continuation, turn)
        } else {
            others.append((continuation, turn))
        }
    }

    /// Cancels before it resumes, so that an operation told to give up also finds its task cancelled.
    func perform() {
        for task in cancelled { task.cancel() }
        if let first { first.continuation.resume(returning: first.turn) }
        for other in others { other.continuation.resume(returning: other.turn) }
        for waiter in idle { waiter.resume() }
    }
}
