/// A unit of data-layer work: what to do off the main actor, and how its result reaches the app's state on it.
///
/// Conform, capture the intent in immutable properties, and implement ``perform(context:)``. A job that changes
/// app state also implements ``handleResult(_:context:)``; one that only returns data omits it. The framework
/// supplies `execute`, which a runner's operation calls.
public protocol BackgroundJob: Sendable {
    /// What the work needs: libraries and storage that are safe off the main actor.
    associatedtype Context: Sendable
    /// What the handler needs: the store and the publishing operations of the main actor.
    associatedtype ResultContext: Sendable = Void
    /// What the work returns.
    associatedtype Output: Sendable

    /// Does the work, off the main actor. Its error is handed to ``handleResult(_:context:)``.
    nonisolated func perform(context: Context) async throws -> Output

    /// Settles the app's state with the outcome. The job has ended only when this has returned.
    ///
    /// An error thrown here is what `execute` throws. Returning normally after a failure does not turn it into a
    /// success: `execute` then throws the original error.
    @MainActor func handleResult(_ result: Result<Output, any Error>, context: ResultContext) async throws

    /// The framework's own step between `execute` and the work, which a ``ProgressReportingJob`` takes in another way,
    /// also where it is known only as a `BackgroundJob`. Do not implement it.
    nonisolated func _performReporting(context: Context, resultContext: ResultContext) async throws -> Output
}

extension BackgroundJob {
    /// Changes nothing: for jobs that only return data.
    @MainActor public func handleResult(_ result: Result<Output, any Error>, context: ResultContext) async throws {}

    @inlinable
    public nonisolated func _performReporting(context: Context, resultContext: ResultContext) async throws -> Output {
        try await perform(context: context)
    }

    /// Runs ``perform(context:)`` off the main actor, then ``handleResult(_:context:)`` on it.
    ///
    /// In a task that is already cancelled the work is skipped and the handler gets `CancellationError`. Once the
    /// work has returned a value, a later cancellation does not discard it: the handler gets the success.
    ///
    /// - Throws: The handler's error; otherwise the work's own; `CancellationError` where the work was skipped.
    @concurrent
    public func execute(context: Context, resultContext: ResultContext) async throws -> Output {
        let result: Result<Output, any Error>
        if Task.isCancelled {
            result = .failure(CancellationError())
        } else {
            do {
                result = .success(try await _performReporting(context: context, resultContext: resultContext))
            } catch {
                result = .failure(error)
            }
        }
        try await handleResult(result, context: resultContext)
        return try result.get()
    }
}

extension BackgroundJob where ResultContext == Void {
    /// Runs ``perform(context:)`` off the main actor, then ``handleResult(_:context:)`` on it.
    ///
    /// - Throws: As `execute(context:resultContext:)`.
    @concurrent
    public func execute(context: Context) async throws -> Output {
        try await execute(context: context, resultContext: ())
    }
}
