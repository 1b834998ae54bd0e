/// Runs operations as soon as no earlier unfinished one conflicts: they conflict when their groups overlap and at
/// least one writes.
///
/// For work on several resources: independent ones proceed together, and reads of one may overlap. A later reader
/// waits behind an earlier queued writer, so neither starves. Groups have no hierarchy; an empty set conflicts
/// with nothing. `limit` bounds how many run at once; among those that may start, the earliest submitted does.
///
/// What ``SerialTaskRunner`` promises of tasks, isolation, cancellation and errors holds here as well. Awaiting a
/// *conflicting* submission from inside an operation is a deadlock; ``snapshot`` shows it.
///
/// A group's `hash(into:)` and `==` are called while the runner is locked: they must not call the runner.
public final class GroupedTaskRunner<Group: Hashable & Sendable>: Sendable {
    @usableFromInline let core: RunnerCore
    @usableFromInline let table = GroupTable<Group>()

    /// - Parameters:
    ///   - name: Shown by ``snapshot``.
    ///   - limit: How many operations may run at once, at least 1.
    ///   - executor: Runs the operations; the global concurrent executor where `nil`.
    public init(name: String? = nil, limit: Int = .max, executor: (any TaskExecutor)? = nil) {
        precondition(limit >= 1, "GroupedTaskRunner: limit must be at least 1, but is \(limit)")
        core = RunnerCore(name: name, limit: limit, isSerial: false, executor: executor)
    }

    /// Submits an operation. O(groups), amortised; with `cancelling`, also O(operations cancelled).
    ///
    /// - Parameters:
    ///   - groups: Every resource that the operation touches.
    ///   - access: `.write` if the operation writes any of them.
    ///   - cancelling: Cancels, in the same atomic step as the enqueue, all earlier operations, queued or running,
    ///     that declared one of these groups. A subset of `groups`; `access` must be `.write`.
    ///   - name: Becomes `Task.name`, and is shown by ``snapshot``.
    ///   - priority: The task's priority; the caller's where `nil`.
    ///   - operation: What to do. Runs off the main actor, unless isolated to it.
    /// - Returns: The operation's task. It throws what the operation throws; `CancellationError` when it was
    ///   cancelled before it started; ``TaskRunnerError`` when `cancelling` was refused, and then nothing was
    ///   enqueued or cancelled.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Output: Sendable>(
        groups: Set<Group>, access: TaskAccessMode, cancelling: Set<Group> = [], name: String? = nil,
        priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        launch(
            groups: groups, access: access, cancelling: cancelling, name: name, priority: priority,
            keepsPlace: false, operation: operation)
    }

    /// Submits an operation under the groups and the access of `job`. As
    /// `run(groups:access:cancelling:name:priority:operation:)`.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Job: TaskAccess, Output: Sendable>(
        _ job: Job, cancelling: Set<Group> = [], name: String? = nil, priority: TaskPriority? = nil,
        operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> where Job.Group == Group {
        run(
            groups: job.groups, access: job.access, cancelling: cancelling, name: name, priority: priority,
            operation: operation)
    }

    /// Submits a job. Cancelled while it is queued, it keeps its place, and in its turn its handler gets
    /// `CancellationError` without the work having run.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Job: BackgroundJob & TaskAccess>(
        _ job: Job, context: Job.Context, resultContext: Job.ResultContext, cancelling: Set<Group> = [],
        name: String? = nil, priority: TaskPriority? = nil
    ) -> Task<Job.Output, any Error> where Job.Group == Group {
        launch(
            groups: job.groups, access: job.access, cancelling: cancelling, name: name, priority: priority,
            keepsPlace: true
        ) {
            try await job.execute(context: context, resultContext: resultContext)
        }
    }

    /// Submits a job whose handler needs no context. As
    /// `run(_:context:resultContext:cancelling:name:priority:)`.
    @inlinable
    @inline(__always)
    @discardableResult
    public func run<Job: BackgroundJob & TaskAccess>(
        _ job: Job, context: Job.Context, cancelling: Set<Group> = [], name: String? = nil,
        priority: TaskPriority? = nil
    ) -> Task<Job.Output, any Error> where Job.Group == Group, Job.ResultContext == Void {
        run(job, context: context, resultContext: (), cancelling: cancelling, name: name, priority: priority)
    }

    @inlinable
    @inline(__always)
    func launch<Output: Sendable>(
        groups: Set<Group>, access: TaskAccessMode, cancelling: Set<Group>, name: String?,
        priority: TaskPriority?, keepsPlace: Bool, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        if !cancelling.isEmpty {
            guard access == .write else { return Self.refused(.cancellingRequiresWriteAccess, name: name) }
            guard cancelling.isSubset(of: groups) else { return Self.refused(.cancellingOutsideGroups, name: name) }
        }
        let ticket = core.submit(access: access, name: name, keepsPlace: keepsPlace) { scheduler, declared in
            table.sweepIfNeeded(&scheduler)
            for group in groups { declared.groups.append(table.number(of: group, in: &scheduler)) }
            for group in cancelling { declared.cancelling.append(table.number(of: group, in: &scheduler)) }
        }
        return core.launch(ticket, name: name, priority: priority, operation: operation)
    }

    @usableFromInline
    static func refused<Output: Sendable>(_ error: TaskRunnerError, name: String?) -> Task<Output, any Error> {
        Task(name: name) { throw error }
    }

    /// Cancels, in one atomic step, every queued and running operation that declared one of these groups: none of
    /// the queued ones starts. O(groups + operations cancelled).
    public func cancel(groups: Set<Group>) {
        core.cancel { _, declared in
            for group in groups {
                if let number = table.numbers[group] { declared.cancelling.append(number) }
            }
        }
    }

    /// Cancels every queued and running operation in one atomic step: none of the queued ones starts. O(n).
    public func cancelAll() { core.cancelAll() }

    /// Returns once nothing is queued or running, at some moment since the call. Cancelling the caller does not
    /// end the wait.
    public func waitUntilIdle() async { await core.waitUntilIdle() }

    /// Operations that have not started. A cancellation may show a moment later.
    public var queuedCount: Int { core.counts.queued }

    /// Operations that have started and not ended.
    public var runningCount: Int { core.counts.running }

    /// The running and the queued operations, and what each waits for. O(n log n).
    public var snapshot: RunnerSnapshot {
        core.snapshot {
            let groups = Dictionary(uniqueKeysWithValues: table.numbers.map { ($0.value, $0.key) })
            return { number in groups[number].map { String(describing: $0) } }
        }
    }
}
