/// What a step under the lock leaves to be done outside it.
struct RunnerEffects {
    private typealias Resumption = (continuation: TurnContinuation, isTurn: Bool)

    /// Nearly every step wakes at most one operation, and only the others cost an allocation.
    private final class Rest {
        var cancelled: [Task<Never, Never>] = []
        var resumed: [Resumption] = []
        var idle: [UnsafeContinuation<Void, Never>] = []
    }

    private var first: Resumption?
    private var rest: Rest?

    @inline(__always)
    mutating func resume(_ continuation: TurnContinuation, returning isTurn: Bool) {
        if first == nil {
            first = (continuation, isTurn)
        } else {
            ensureRest().resumed.append((continuation, isTurn))
        }
    }

    mutating func cancel(_ task: TaskReference) { ensureRest().cancelled.append(task.retain()) }

    mutating func resume(idle: [UnsafeContinuation<Void, Never>]) { ensureRest().idle = idle }

    /// Cancels before it resumes, so that an operation told to give up also finds its task cancelled.
    @inline(__always)
    func perform() {
        if let rest {
            performRest(rest)
        } else if let first {
            first.continuation.resume(returning: first.isTurn)
        }
    }

    @inline(never)
    private func performRest(_ rest: Rest) {
        for task in rest.cancelled { task.cancel() }
        if let first { first.continuation.resume(returning: first.isTurn) }
        for other in rest.resumed { other.continuation.resume(returning: other.isTurn) }
        for waiter in rest.idle { waiter.resume() }
    }

    @inline(never)
    private mutating func ensureRest() -> Rest {
        if let rest { return rest }
        let rest = Rest()
        self.rest = rest
        return rest
    }
}
