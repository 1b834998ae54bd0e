/// A clock of any kind, as time since some moment.
@usableFromInline
struct ProgressClock: Sendable {
    /// What the deliveries go by; a test gives its own.
    @TaskLocal static var current = ProgressClock(ContinuousClock())

    let now: @Sendable () -> Duration
    /// Returns at the time given; throws when the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    }
}
