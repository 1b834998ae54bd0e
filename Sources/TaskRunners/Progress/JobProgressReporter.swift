/// Where the work of a ``ProgressReportingJob`` reports its progress.
///
/// It may be used from any thread and by several at once, also after the work has ended: such events are ignored. A
/// reporter kept for longer keeps neither the job nor its contexts alive.
public struct JobProgressReporter<Progress: Sendable>: Sendable {
    @usableFromInline let channel: ProgressChannel<Progress>?

    /// - Parameter channel: Ignores every event where `nil`.
    @usableFromInline
    init(channel: ProgressChannel<Progress>?) {
        self.channel = channel
    }

    /// Hands over an event for ``ProgressReportingJob/handleProgress(_:context:)``. Neither blocks on the main actor
    /// nor starts a task. O(1), amortised.
    ///
    /// Events reach the handler in the order of the calls, as far as the calls have one: always those of one thread.
    @inlinable
    public func report(_ progress: Progress) { channel?.report(progress) }
}
