import BenchmarkKit
import Foundation
import Synchronization

/// Promises order, and runs the latest of three first: each measurement finds out, and the run exits with 4.
final class BrokenRunner: SubmissionImplementation {
    static let name = "broken-runner"
    static let capabilities: ImplementationCapabilities = [.keepsOrder]
    private let held = Mutex<[@Sendable () -> Void]>([])

    func submit(_ operation: @escaping @Sendable () -> Void) {
        let ready = held.withLock { held in
            held.append(operation)
            guard held.count == 3 else { return [@Sendable () -> Void]() }
            defer { held = [] }
            return held.reversed()
        }
        for operation in ready { operation() }
    }
}

@main struct BrokenBench {
    static func main() async {
        let command = BenchmarkCommand(
            name: "broken-runner", version: "1", suites: [ThroughputSuite([BrokenRunner.self])])
        exit(await command.run(arguments: Array(CommandLine.arguments.dropFirst())))
    }
}
