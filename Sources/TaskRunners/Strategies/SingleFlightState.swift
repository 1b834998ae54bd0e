/// Who waits for which operation of a ``SingleFlight``: a plain value. What must happen outside the lock it returns.
struct SingleFlightState<Key: Hashable & Sendable, Output: Sendable> {
    typealias Outcome = Result<Output, any Error>
    typealias Continuation = UnsafeContinuation<Outcome, Never>

    struct Flight: Sendable {
        let key: Key
        fileprivate let number: UInt64
    }

    struct Caller: Sendable {
        let flight: Flight
        fileprivate let number: UInt64
    }

    /// An operation to be started once the one before has ended.
    struct Launch: Sendable {
        let predecessor: Task<Void, Never>?
    }

    /// A continuation to be resumed outside the lock.
    struct Resumption: Sendable {
        fileprivate let continuation: Continuation
        fileprivate let outcome: Outcome
        func resume() { continuation.resume(returning: outcome) }
    }

    private enum CallerState {
        case entered
        case waiting(Continuation)
        /// The operation ended, or the caller was cancelled, before the caller waited.
        case settled(Outcome)
    }

    private struct Current {
        let number: UInt64
        var task: Task<Void, Never>?
        var callers: Set<UInt64>
    }

    /// The newest operation of each key. One without callers was cancelled, and is joined by nobody.
    private var current: [Key: Current] = [:]
    private var callers: [UInt64: CallerState] = [:]
    private var lastNumber: UInt64 = 0

    var runningCount: Int { current.count }

    /// Joins the operation of `key`, or makes a place for one that the caller must then start, after its predecessor.
    mutating func enter(_ key: Key) -> (caller: Caller, launch: Launch?) {
        lastNumber += 1
        callers[lastNumber] = .entered
        if let number = current[key]?.number, current[key]?.callers.isEmpty == false {
            current[key]?.callers.insert(lastNumber)
            return (Caller(flight: Flight(key: key, number: number), number: lastNumber), nil)
        }
        // Left by all: its last caller left after it had been registered.
        let predecessor = current[key]?.task
        current[key] = Current(number: lastNumber, task: nil, callers: [lastNumber])
        return (
            Caller(flight: Flight(key: key, number: lastNumber), number: lastNumber), Launch(predecessor: predecessor)
        )
    }

    mutating func register(_ task: Task<Void, Never>, _ flight: Flight) {
        // It may have ended already.
        if current[flight.key]?.number == flight.number { current[flight.key]?.task = task }
    }

    /// Keeps `continuation` until the operation has ended or the caller is cancelled.
    mutating func wait(_ caller: Caller, _ continuation: Continuation) -> Resumption? {
        if case .settled(let outcome)? = callers[caller.number] {
            callers[caller.number] = nil
            return Resumption(continuation: continuation, outcome: outcome)
        }
        callers[caller.number] = .waiting(continuation)
        return nil
    }

    /// The caller was cancelled. Returns the operation's task where it was the last.
    mutating func leave(_ caller: Caller) -> (resumption: Resumption?, abandoned: Task<Void, Never>?) {
        let cancelled = Outcome.failure(CancellationError())
        var resumption: Resumption?
        switch callers[caller.number] {
        case .entered: callers[caller.number] = .settled(cancelled)
        case .waiting(let continuation):
            callers[caller.number] = nil
            resumption = Resumption(continuation: continuation, outcome: cancelled)
        case .settled, nil: return (nil, nil)
        }
        let key = caller.flight.key
        current[key]?.callers.remove(caller.number)
        return (resumption, current[key]?.callers.isEmpty == true ? current[key]?.task : nil)
    }

    /// The operation has ended: all who wait for it have its outcome.
    mutating func end(_ flight: Flight, _ outcome: Outcome) -> [Resumption] {
        // Otherwise all had left, and another has taken its place.
        guard let ended = current[flight.key], ended.number == flight.number else { return [] }
        current[flight.key] = nil
        return ended.callers.compactMap { number in
            guard case .waiting(let continuation)? = callers[number] else {
                callers[number] = .settled(outcome)
                return nil
            }
            callers[number] = nil
            return Resumption(continuation: continuation, outcome: outcome)
        }
    }
}
