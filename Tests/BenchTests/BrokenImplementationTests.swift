import BenchmarkKit
import Foundation
import Synchronization
import Testing

@testable import bench

@Suite("An implementation that breaks its contract")
struct BrokenImplementationTests {
    /// Keeps what a command writes.
    private final class CapturedOutput: CommandOutput {
        private let text = Mutex("")
        var output: String { text.withLock { $0 } }
        let errorIsTerminal = false
        func writeOutput(_ text: String) { self.text.withLock { $0 += text } }
        func writeError(_ text: String) {}
    }

    private func run(
        _ implementations: [any SubmissionImplementation.Type], filter: String
    ) async -> (code: Int32, output: String) {
        await run([ThroughputSuite(implementations), LatencySuite(implementations)], filter: filter)
    }

    private func run(_ suites: [any BenchmarkSuite], filter: String) async -> (code: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = CapturedOutput()
        let command = BenchmarkCommand(
            name: "bench", version: "test", suites: suites, output: output, catchesSignals: false)
        let code = await command.run(arguments: [
            "run", "--profile", "tiny", "--filter", filter, "--format", "csv", "--output", folder.path,
        ])
        return (code, output.output)
    }

    @Test(
        "is reported as invalid with the line that it broke, and the run exits 4",
        arguments: [
            (OverlappingRunner.self as any SubmissionImplementation.Type, "*body=yield", "operations overlapped"),
            (LIFORunner.self, "*body=yield", "order: #1 started right after the beginning"),
            (LosingRunner.self, "*producers=1*body=empty", "lost: 5 of 10 operations ran"),
            (RepeatingRunner.self, "*producers=1*body=empty", "run twice: 20 runs of 10 operations"),
        ])
    func isInvalid(
        implementation: any SubmissionImplementation.Type, filter: String, line: String
    ) async {
        let result = await run([BareTaskAdapter.self, implementation], filter: filter)
        #expect(result.code == 4)
        #expect(result.output.contains("invalid: \(line)"), "\(result.output)")
    }

    @Test("does not spoil the others' results")
    func othersStand() async throws {
        let result = await run([BareTaskAdapter.self, LIFORunner.self, SerialRunnerAdapter.self], filter: "*yield")
        let rows = result.output.split(separator: "\n")
        #expect(rows.contains { $0.contains("throughput/serial/") && !$0.contains("invalid") })
        #expect(rows.contains { $0.contains("throughput/lifo/") && $0.contains("invalid") })
    }

    @Test("is told from one that keeps it: every adapter passes every suite")
    func adaptersPass() async {
        let result = await run(Registry.suites, filter: "*")
        #expect(result.code == 0, "\(result.output)")
        #expect(!result.output.contains("invalid"))
    }
}
