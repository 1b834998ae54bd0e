import TaskRunners

/// A job made of closures, with a handler.
struct ClosureJob<Output: Sendable>: BackgroundJob, TaskAccess {
    typealias Context = Int
    typealias ResultContext = String

    var groups: Set<String> = ["resource"]
    var access = TaskAccessMode.write
    let work: @Sendable (Int) async throws -> Output
    let handler: @MainActor @Sendable (Result<Output, any Error>, String) async throws -> Void

    init(
        groups: Set<String> = ["resource"], access: TaskAccessMode = .write,
        work: @escaping @Sendable (Int) async throws -> Output,
        handler: @escaping @MainActor @Sendable (Result<Output, any Error>, String) async throws -> Void = { _, _ in }
    ) {
        self.groups = groups
        self.access = access
        self.work = work
        self.handler = handler
    }

    nonisolated func perform(context: Int) async throws -> Output { try await work(context) }

    @MainActor func handleResult(_ result: Result<Output, any Error>, context: String) async throws {
        try await handler(result, context)
    }
}
