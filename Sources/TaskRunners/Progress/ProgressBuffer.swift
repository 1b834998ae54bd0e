/// The events of one job that are still to be taken, and what the job's delivery does next: a plain value, which knows
/// neither tasks nor locks.
///
/// Reporters append. The delivery, one task, asks for its ``next(_:)`` step until it is told to wait, and is woken when
/// there is news. It alone combines events, so that reporters never do and the main actor never does.
@usableFromInline
struct ProgressBuffer<Progress: Sendable> {
    @usableFromInline
    enum Step: Equatable {
        /// Combine the events taken with the batch, and ask again.
        case combine
        /// As ``combine``; the batch is due at this time.
        case startTimer(due: Duration)
        /// The events taken complete the batch: deliver it.
        case deliver
        case wait
        /// All has been delivered that ever will be.
        case finish
    }

    private enum Timer { case none, running, fired }

    /// While the batch cannot be delivered yet, it is combined whenever so many events are pending.
    static var mostPending: Int { 4_096 }

    @usableFromInline var events: ContiguousArray<Progress> = []
    @usableFromInline private(set) var isOpen = true
    /// How many pending events are news to the delivery.
    @usableFromInline private(set) var newsCount = 1

    private let interval: Duration
    private var firstReported: Duration?
    private var timer = Timer.none
    /// The delivery holds events of the next batch.
    private var isBatchBegun = false
    private var isDelivering = false
    private var hasNews = false
    private var waiter: UnsafeContinuation<Void, Never>?

    init(interval: Duration) {
        self.interval = interval
    }

    private var isTimed: Bool { interval > .zero }

    // MARK: News

    /// So many events are pending as are news. Returns whom to wake.
    mutating func reachNewsCount(_ now: () -> Duration) -> UnsafeContinuation<Void, Never>? {
        if isTimed, firstReported == nil { firstReported = now() }
        return wake()
    }

    mutating func timerFired() -> UnsafeContinuation<Void, Never>? {
        timer = .fired
        return wake()
    }

    /// The main actor is done with a batch.
    mutating func delivered() -> UnsafeContinuation<Void, Never>? {
        isDelivering = false
        return wake()
    }

    /// The work has ended: later events are ignored, and those pending are due.
    mutating func close() -> UnsafeContinuation<Void, Never>? {
        isOpen = false
        return wake()
    }

    private mutating func wake() -> UnsafeContinuation<Void, Never>? {
        hasNews = true
        defer { waiter = nil }
        return waiter
    }

    /// Keeps `continuation` until there is news; `false` if there is some already.
    mutating func wait(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
        guard !hasNews else { return false }
        waiter = continuation
        return true
    }

    // MARK: Steps

    /// What the delivery does next. Swaps the pending events into `taken`, which is empty, for all but `wait` and `finish`.
    mutating func next(_ taken: inout ContiguousArray<Progress>) -> Step {
        hasNews = false
        let isDue = !isOpen || !isTimed || timer == .fired
        if isDue, !isDelivering {
            guard isBatchBegun || !events.isEmpty else { return isOpen ? wait() : .finish }
            swap(&events, &taken)
            isBatchBegun = false
            isDelivering = true
            timer = .none
            firstReported = nil
            // The first event of the next batch starts its interval, though this one is not delivered yet.
            newsCount = isTimed ? 1 : Self.mostPending
            return .deliver
        }
        if isTimed, isOpen, timer == .none, let firstReported {
            take(&taken)
            timer = .running
            return .startTimer(due: firstReported + interval)
        }
        if events.count >= Self.mostPending {
            take(&taken)
            return .combine
        }
        return wait()
    }

    private mutating func take(_ taken: inout ContiguousArray<Progress>) {
        swap(&events, &taken)
        isBatchBegun = true
        newsCount = Self.mostPending
    }

    private mutating func wait() -> Step {
        let isFirstNews = isTimed ? timer == .none : !isDelivering
        newsCount = isFirstNews ? 1 : Self.mostPending
        return .wait
    }
}
