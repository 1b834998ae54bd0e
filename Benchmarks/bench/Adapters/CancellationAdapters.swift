import BenchmarkKit
import TaskRunners

/// Tasks that wait by themselves: what telling a task to cancel costs.
struct BareCancellationAdapter: CancellationImplementation {
    static let name = "task"
    static let hasQueue = false
    static let canReplaceAll = false

    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task(operation: operation)
    }
}

struct SerialCancellationAdapter: CancellationImplementation {
    static let name = "serial"
    static let hasQueue = true
    static let canReplaceAll = false
    private let runner = SerialTaskRunner()

    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        runner.run(operation: operation)
    }
}

struct GroupedCancellationAdapter: CancellationImplementation {
    static let name = "grouped"
    static let hasQueue = true
    static let canReplaceAll = true
    private static let groups: Set<Int> = [0]
    private let runner = GroupedTaskRunner<Int>()

    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        runner.run(groups: Self.groups, access: .write, operation: operation)
    }
    func replaceAll(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        runner.run(groups: Self.groups, access: .write, cancelling: Self.groups, operation: operation)
    }
}
