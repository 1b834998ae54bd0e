import BenchmarkKit
import TaskRunners

struct SerialRunnerAdapter: SubmissionImplementation {
    static let name = "serial"
    static let capabilities: ImplementationCapabilities = [
        .hasHandle, .canCancel, .isExclusive, .keepsOrder, .canSuspend,
    ]
    private let runner = SerialTaskRunner()

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        runner.run { operation() }
    }
    func submit(suspending operation: @escaping @Sendable () async -> Void) -> Task<Void, any Error> {
        runner.run { await operation() }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}

/// One group, always written: the same promise as the serial runner, by way of groups.
struct GroupedRunnerAdapter: SubmissionImplementation {
    static let name = "grouped"
    static let capabilities: ImplementationCapabilities = [
        .hasHandle, .canCancel, .hasGroups, .isExclusive, .keepsOrder, .canSuspend,
    ]
    private static let groups: Set<Int> = [0]
    private let runner = GroupedTaskRunner<Int>()

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
        runner.run(groups: Self.groups, access: .write) { operation() }
    }
    func submit(suspending operation: @escaping @Sendable () async -> Void) -> Task<Void, any Error> {
        runner.run(groups: Self.groups, access: .write) { await operation() }
    }
    func wait(for handle: Task<Void, any Error>) async { _ = await handle.result }
}
