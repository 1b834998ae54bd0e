/// A job whose work reports progress, handled on the main actor in batches.
///
/// Implement ``perform(context:progress:)`` in place of `perform(context:)`, and ``handleProgress(_:context:)``.
///
/// - Every event reported while the work runs is handled before `handleResult`, on success, failure and cancellation
///   alike. Events reported later are ignored.
/// - A batch is delivered ``progressDeliveryInterval`` after its first event, and at once when the work ends: in one hop to
///   the main actor, whatever its size. Nothing is dropped.
/// - Adjacent events of a batch may be combined by ``coalesceProgress(_:_:)``. A slow main actor makes batches larger,
///   and never changes the order.
public protocol ProgressReportingJob: BackgroundJob {
    // Restated because this protocol's own requirements use them: `Context` could not be inferred otherwise.
    associatedtype Context
    associatedtype ResultContext = Void
    /// What the work returns.
    associatedtype Output
    /// One event.
    associatedtype Progress: Sendable

    /// Does the work, off the main actor, and reports its progress.
    nonisolated func perform(context: Context, progress: JobProgressReporter<Progress>) async throws -> Output

    /// Shows an event, or several combined, on the main actor.
    @MainActor func handleProgress(_ progress: Progress, context: ResultContext)

    /// How long after the first event of a batch it is delivered. Zero by default: as soon as the main actor has taken
    /// the batch before.
    static var progressDeliveryInterval: Duration { get }

    /// Combines an event with the one reported next, where both are still to be delivered; `nil`, the default, keeps
    /// both.
    ///
    /// A pure function, called neither on the main actor nor under a lock. Events are combined from left to right: what
    /// comes of the first two with the third, and so on. Where `Progress` owns memory, at most 1,024 events are combined
    /// so, and the results of such runs in the same way with each other: a text growing by every event would otherwise
    /// be copied for each of them.
    nonisolated static func coalesceProgress(_ previous: Progress, _ next: Progress) -> Progress?
}

extension ProgressReportingJob {
    public static var progressDeliveryInterval: Duration { .zero }

    public nonisolated static func coalesceProgress(_ previous: Progress, _ next: Progress) -> Progress? { nil }

    /// The work without anybody to report to.
    @inlinable
    public nonisolated func perform(context: Context) async throws -> Output {
        try await perform(context: context, progress: JobProgressReporter(channel: nil))
    }

    @inlinable
    public nonisolated func _performReporting(context: Context, resultContext: ResultContext) async throws -> Output {
        let channel = ProgressChannel<Progress>(interval: Self.progressDeliveryInterval)
        // A task of its own, since the work's cancellation must not cut the delivery short.
        let delivery = Task {
            await channel.deliver(coalescing: { Self.coalesceProgress($0, $1) }) {
                handleProgress($0, context: resultContext)
            }
        }
        let result: Result<Output, any Error>
        do {
            result = .success(try await perform(context: context, progress: JobProgressReporter(channel: channel)))
        } catch {
            result = .failure(error)
        }
        channel.close()
        await delivery.value
        return try result.get()
    }
}
