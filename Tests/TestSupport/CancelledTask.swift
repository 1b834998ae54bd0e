/// Runs `body` in a task that is already cancelled.
package func withCancelledTask<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws
    -> Value
{
    let gate = Gate()
    let task = Task {
        await gate.wait()
        return try await body()
    }
    task.cancel()
    gate.open()
    return try await task.value
}
