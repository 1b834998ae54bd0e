import Synchronization

/// What the reporters and the delivery of one job share: the buffer behind its lock. Continuations are resumed outside it.
@usableFromInline
final class ProgressChannel<Progress: Sendable>: Sendable {
    @usableFromInline let buffer: Mutex<ProgressBuffer<Progress>>
    private let clock: ProgressClock

    @usableFromInline
    init(interval: Duration) {
        buffer = Mutex(ProgressBuffer(interval: interval))
        clock = .current
    }

    @inlinable
    func report(_ progress: Progress) {
        let isNews = buffer.withLock { buffer in
            guard buffer.isOpen else { return false }
            buffer.events.append(progress)
            return buffer.events.count == buffer.newsCount
        }
        if isNews { reachNewsCount() }
    }

    @usableFromInline
    func reachNewsCount() {
        buffer.withLock { $0.reachNewsCount(clock.now) }?.resume()
    }

    /// The work has ended: later events are ignored.
    @usableFromInline
    func close() {
        buffer.withLock { $0.close() }?.resume()
    }

    /// Delivers all events until the channel is closed and nothing is left.
    // Inlined so that combining and handling events is compiled for their type in the client.
    @inlinable
    func deliver(
        coalescing coalesce: @escaping @Sendable (Progress, Progress) -> Progress?,
        handler: @escaping @MainActor @Sendable (Progress) -> Void
    ) async {
        var batch = ProgressBatch(coalescing: coalesce)
        var taken: ContiguousArray<Progress> = []
        var timer: Task<Void, Never>?
        while true {
            let step = nextStep(&taken)
            // Combining takes its time.
            if case .startTimer(let due) = step { timer = startTimer(due: due) }
            batch.append(&taken)
            switch step {
            case .combine, .startTimer: break
            case .deliver:
                timer?.cancel()
                timer = nil
                let events = batch.take()
                Task { @MainActor in
                    for event in events { handler(event) }
                    delivered()
                }
            case .wait: await waitForNews()
            case .finish: return
            }
        }
    }

    @usableFromInline
    func nextStep(_ taken: inout ContiguousArray<Progress>) -> ProgressBuffer<Progress>.Step {
        buffer.withLock { $0.next(&taken) }
    }

    @usableFromInline
    func delivered() {
        buffer.withLock { $0.delivered() }?.resume()
    }

    @usableFromInline
    func startTimer(due: Duration) -> Task<Void, Never> {
        Task {
            // Cancelled when the work has ended, and then nobody waits for it.
            guard (try? await clock.sleep(due)) != nil else { return }
            buffer.withLock { $0.timerFired() }?.resume()
        }
    }

    @usableFromInline
    func waitForNews() async {
        await withUnsafeContinuation { continuation in
            if !buffer.withLock({ $0.wait(continuation) }) { continuation.resume() }
        }
    }
}
