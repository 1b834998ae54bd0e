import BenchmarkKit
import Dispatch
import Foundation

/// What it is compared with.
struct BareTask: SubmissionImplementation {
    static let name = "task"
    static let capabilities: ImplementationCapabilities = [.hasHandle]
    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, Never> { Task { operation() } }
    func wait(for handle: Task<Void, Never>) async { await handle.value }
}

/// A naive runner: a queue.
struct OwnRunner: SubmissionImplementation {
    static let name = "own-runner"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    private let queue = DispatchQueue(label: "own-runner")
    func submit(_ operation: @escaping @Sendable () -> Void) { queue.async(execute: operation) }
}

@main struct OwnBench {
    static func main() async {
        let suites: [any BenchmarkSuite] = [
            ThroughputSuite([BareTask.self, OwnRunner.self]), LatencySuite([OwnRunner.self]),
        ]
        let command = BenchmarkCommand(name: "own-runner", version: "1", suites: suites)
        exit(await command.run(arguments: Array(CommandLine.arguments.dropFirst())))
    }
}
