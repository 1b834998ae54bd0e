/// Runs operations strictly one at a time, in the order of the ``run(name:priority:operation:)`` calls.
///
/// For work that shares one resource. Each submission returns a task of its own: await it, or cancel it.
///
/// - An operation runs in a task of its own, never on the submitting thread within `run`, nor on the main actor
///   unless its closure is isolated to it. Task-locals and priority are inherited as `Task.init` does; isolation
///   is not. Priority never reorders. A submission from a cancelled task still runs, uncancelled.
/// - A queued operation whose task is cancelled never starts: its task throws `CancellationError` at once and its
///   closure is released. The cancellation of a running one is cooperative; its successors wait until it has ended.
/// - An error reaches the operation's own task only. Releasing the runner loses nothing.
/// - `run` never blocks, and may be called from inside a running operation. Awaiting such a submission from inside
///   an operation is a deadlock: it waits for the operation that awaits it. ``snapshot`` shows it.
public final class SerialTaskRunner: Sendable {
    @usableFromInline let core: RunnerCore

    /// - Parameters:
    ///   - name: Shown by ``snapshot``.
    ///   - executor: Runs the operations; the global concurrent executor where `nil`.
    public init(name: String? = nil, executor: (any TaskExecutor)? = nil) {
        core = RunnerCore(name: name, limit: .max, isSerial: true, executor: executor)
    }

    /// Submits an operation. O(1).
    ///
    /// - Parameters:
    ///   - name: Becomes `Task.name`, and is shown by ``snapshot``.
    ///   - priority: The task's priority; the caller's where `nil`.
    ///   - operation: What to do. Runs off the main actor, unless isolated to it.
    /// - Returns: The operation's task. It throws what the operation throws, or `CancellationError` when it was
    ///   cancelled before it started.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Output: Sendable>(
        name: String? = nil, priority: TaskPriority? = nil,
        operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        core.launch(submit(name: name, keepsPlace: false), name: name, priority: priority, operation: operation)
    }

    /// Submits a job. Cancelled while it is queued, it keeps its place, and in its turn its handler gets
    /// `CancellationError` without the work having run. O(1).
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Job: BackgroundJob>(
        _ job: Job, context: Job.Context, resultContext: Job.ResultContext, name: String? = nil,
        priority: TaskPriority? = nil
    ) -> Task<Job.Output, any Error> {
        core.launch(submit(name: name, keepsPlace: true), name: name, priority: priority) {
            try await job.execute(context: context, resultContext: resultContext)
        }
    }

    /// Submits a job whose handler needs no context. As `run(_:context:resultContext:name:priority:)`.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Job: BackgroundJob>(
        _ job: Job, context: Job.Context, name: String? = nil, priority: TaskPriority? = nil
    ) -> Task<Job.Output, any Error> where Job.ResultContext == Void {
        run(job, context: context, resultContext: (), name: name, priority: priority)
    }

    @usableFromInline
    func submit(name: String?, keepsPlace: Bool) -> OperationTicket {
        core.submit(name: name, keepsPlace: keepsPlace)
    }

    /// Cancels every queued and running operation in one atomic step: none of the queued ones starts. O(n).
    public func cancelAll() { core.cancelAll() }

    /// Returns once nothing is queued or running, at some moment since the call. Cancelling the caller does not
    /// end the wait.
    public func waitUntilIdle() async { await core.waitUntilIdle() }

    /// Operations that have not started. A cancellation may show a moment later.
    public var queuedCount: Int { core.counts.queued }

    /// Operations that have started and not ended: 0 or 1.
    public var runningCount: Int { core.counts.running }

    /// The running and the queued operations, and what each waits for. O(n log n).
    public var snapshot: RunnerSnapshot { core.snapshot { { _ in nil } } }
}
