/// Awaits the value of `task` and forwards the caller's cancellation to it.
///
/// Awaiting an unstructured task's value alone does not cancel it when the caller is cancelled; this does, also
/// when the caller was cancelled before the call. It returns when the task has ended, not before.
///
/// - Throws: What the task throws.
@inlinable
public nonisolated(nonsending) func awaitCancellable<Output: Sendable, Failure: Error>(
    _ task: Task<Output, Failure>
) async throws(Failure) -> Output {
    let result = await withTaskCancellationHandler {
        await task.result
    } onCancel: {
        task.cancel()
    }
    return try result.get()
}
