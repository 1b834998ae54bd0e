/// The time of a replay: nanoseconds of some clock, and how to wait for them.
struct ScenarioClock: Sendable {
    /// For an implementation's own pauses.
    let clock: any Clock<Duration>
    private let read: @Sendable () -> UInt64

    /// - Parameter clock: A test's own, or one that the system's time moves.
    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        self.clock = clock
        let origin = clock.now
        read = {
            let (seconds, attoseconds) = origin.duration(to: clock.now).components
            return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        }
    }

    /// Since the clock was given.
    func nanoseconds() -> UInt64 { read() }

    /// Calls `action`, which must not take long, at a time of this clock.
    func at(_ nanoseconds: UInt64, _ action: @escaping @Sendable () -> Void) {
        let now = read()
        let delay = nanoseconds > now ? nanoseconds - now : 0
        if let punctual = clock as? PunctualClock {
            // From the clock's own thread, however busy all others are.
            punctual.at(punctual.now.nanoseconds + delay, action)
        } else {
            Task { [self] in
                try? await sleep(nanoseconds: delay)
                action()
            }
        }
    }

    /// - Throws: `CancellationError`, at once when the task is cancelled.
    func sleep(nanoseconds: UInt64) async throws {
        guard nanoseconds > 0 else { return try Task.checkCancellation() }
        try await clock.sleep(for: .nanoseconds(Int64(nanoseconds)))
    }
}
