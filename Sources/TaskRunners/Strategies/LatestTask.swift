import Synchronization

/// Cancels what runs and runs the new operation in its place: for what only the newest request matters to, such as a
/// search as the user types.
///
/// - A run is superseded the moment the next one is requested: it is cancelled, and it never publishes after that,
///   whether it notices its cancellation or not. Its task throws `CancellationError`.
/// - With `debounce`, an operation starts only once no other was requested for so long: a burst makes one request.
/// - Releasing the `LatestTask` cancels what runs.
///
/// Publishing happens on the main actor. A request made there is therefore never overtaken; one made elsewhere at the
/// very moment of a publication comes after it.
public final class LatestTask: Sendable {
    private let runs = LatestRuns()
    private let debounce: Duration
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - debounce: How long a request waits for the next one before its operation starts.
    ///   - clock: What `debounce` is measured by.
    public init(debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
        self.debounce = debounce
        self.clock = clock
    }

    deinit { runs.supersede() }

    /// Supersedes the run before, and runs `operation`. O(1).
    ///
    /// - Parameters:
    ///   - name: Becomes `Task.name`.
    ///   - priority: The task's priority; the caller's where `nil`.
    ///   - operation: Runs off the main actor, unless isolated to it.
    ///   - publish: Called on the main actor with what the operation returned, unless the run was superseded or cancelled.
    /// - Returns: The run's task. It throws what the operation throws, and `CancellationError` when it was superseded or
    ///   cancelled before it could publish.
    @discardableResult
    public func run<Output: Sendable>(
        name: String? = nil, priority: TaskPriority? = nil,
        operation: @escaping @Sendable () async throws -> Output,
        publish: @escaping @MainActor @Sendable (Output) -> Void
    ) -> Task<Output, any Error> {
        start(name: name, priority: priority, operation) { [runs] output, run in
            try await Self.publish(output, run, runs, publish)
        }
    }

    /// Supersedes the run before, and runs `operation`, whose value is its task's. O(1).
    ///
    /// As `run(name:priority:operation:publish:)`. For a run that was superseded before its operation returned, the task
    /// throws `CancellationError`. Between its end and the moment its awaiter goes on another may still be requested:
    /// what changes shared state belongs into `publish`.
    @discardableResult
    public func run<Output: Sendable>(
        name: String? = nil, priority: TaskPriority? = nil,
        operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        start(name: name, priority: priority, operation) { [runs] _, run in try runs.check(run) }
    }

    /// Cancels what runs, as if it were superseded by nothing.
    public func cancel() { runs.supersede() }

    private func start<Output: Sendable>(
        name: String?, priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Output,
        conclude: @escaping @Sendable (Output, LatestRuns.Run) async throws -> Void
    ) -> Task<Output, any Error> {
        let (run, debounce, clock) = (runs.begin(), debounce, clock)
        let task = Task(name: name, priority: priority) { [runs] in
            defer { runs.end(run) }
            do {
                if debounce > .zero { try await clock.sleep(for: debounce) }
                try runs.check(run)
                let output = try await operation()
                try await conclude(output, run)
                return output
            } catch {
                // Whatever a superseded operation failed with is nobody's concern.
                throw runs.isLatest(run) ? error : CancellationError()
            }
        }
        runs.register(task.cancel, for: run)
        return task
    }

    // One job on the main actor: nothing that runs there comes between the check and the publication.
    @MainActor
    private static func publish<Output>(
        _ output: Output, _ run: LatestRuns.Run, _ runs: LatestRuns, _ publish: @MainActor (Output) -> Void
    ) throws {
        try runs.check(run)
        publish(output)
    }
}

/// Which run is the latest. Tasks are cancelled outside the lock.
private final class LatestRuns: Sendable {
    typealias Run = UInt64

    private struct State {
        var latest: Run = 0
        /// Whether the latest run has not ended.
        var isRunning = false
        /// Of the latest run, while it has not ended.
        var cancel: (@Sendable () -> Void)?

        mutating func supersede(isRunning: Bool) -> (@Sendable () -> Void)? {
            latest += 1
            self.isRunning = isRunning
            defer { cancel = nil }
            return cancel
        }
    }

    private let state = Mutex(State())

    /// Supersedes the run before.
    func begin() -> Run {
        let (run, cancel) = state.withLock { state in
            let cancel = state.supersede(isRunning: true)
            return (state.latest, cancel)
        }
        cancel?()
        return run
    }

    /// Supersedes what runs with nothing.
    func supersede() { state.withLock { $0.supersede(isRunning: false) }?() }

    /// `cancel` cancels the run's task: at once, if the run was superseded before its task was there.
    func register(_ cancel: @escaping @Sendable () -> Void, for run: Run) {
        let isLatest = state.withLock { state in
            if state.latest == run, state.isRunning { state.cancel = cancel }
            return state.latest == run
        }
        if !isLatest { cancel() }
    }

    func isLatest(_ run: Run) -> Bool { state.withLock { $0.latest == run } }

    /// - Throws: `CancellationError` where the run was superseded or its task cancelled.
    func check(_ run: Run) throws {
        guard isLatest(run) else { throw CancellationError() }
        try Task.checkCancellation()
    }

    /// The run's task is about to end: nothing of it is kept.
    func end(_ run: Run) {
        state.withLock { state in
            guard state.latest == run else { return }
            state.isRunning = false
            state.cancel = nil
        }
    }
}
