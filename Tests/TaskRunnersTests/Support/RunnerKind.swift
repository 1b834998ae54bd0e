import TaskRunners

/// What both runners have in common, so that one test can hold both to it: every operation conflicts with every
/// other.
protocol ExclusiveRunner: Sendable {
    @discardableResult
    func run<Output: Sendable>(
        name: String?, priority: TaskPriority?, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error>
    @discardableResult
    func runJob<Job: BackgroundJob & TaskAccess>(
        _ job: Job, context: Job.Context, resultContext: Job.ResultContext, name: String?
    ) -> Task<Job.Output, any Error> where Job.Group == String
    func cancelAll()
    func waitUntilIdle() async
    var queuedCount: Int { get }
    var runningCount: Int { get }
    var snapshot: RunnerSnapshot { get }
}

extension ExclusiveRunner {
    @discardableResult
    func run<Output: Sendable>(
        name: String? = nil, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        run(name: name, priority: nil, operation: operation)
    }
}

extension SerialTaskRunner: ExclusiveRunner {
    func runJob<Job: BackgroundJob & TaskAccess>(
        _ job: Job, context: Job.Context, resultContext: Job.ResultContext, name: String?
    ) -> Task<Job.Output, any Error> where Job.Group == String {
        run(job, context: context, resultContext: resultContext, name: name)
    }
}

extension GroupedTaskRunner: ExclusiveRunner where Group == String {
    func run<Output: Sendable>(
        name: String?, priority: TaskPriority?, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        run(groups: ["resource"], access: .write, name: name, priority: priority, operation: operation)
    }

    func runJob<Job: BackgroundJob & TaskAccess>(
        _ job: Job, context: Job.Context, resultContext: Job.ResultContext, name: String?
    ) -> Task<Job.Output, any Error> where Job.Group == String {
        run(job, context: context, resultContext: resultContext, name: name)
    }
}

/// The runners that a test is run with.
enum RunnerKind: CaseIterable, Sendable {
    case serial, grouped

    func make(name: String? = nil, executor: (any TaskExecutor)? = nil) -> any ExclusiveRunner {
        switch self {
        case .serial: SerialTaskRunner(name: name, executor: executor)
        case .grouped: GroupedTaskRunner<String>(name: name, executor: executor)
        }
    }
}
