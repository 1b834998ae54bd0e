import Testing

@testable import BenchmarkKit

struct AllocationPassTests {
    private func planned(_ name: String, _ pass: (@Sendable () async throws -> Int)?) -> PlannedCase {
        PlannedCase(
            BenchmarkCase(suite: "suite", implementation: name, parameters: []), isReference: false,
            expectedSecondsPerRound: 0, rounds: 1, allocationPass: pass
        ) { _ in
            [MetricRound(MetricDefinition("time", unit: "ns"), .samples([1]))]
        }
    }

    private func result(_ name: String, rounds: Int) -> CaseResult {
        CaseResult(
            BenchmarkCase(suite: "suite", implementation: name, parameters: []), isReference: false,
            rounds: Array(repeating: [MetricRound(MetricDefinition("time", unit: "ns"), .samples([1]))], count: rounds))
    }

    @Test func `The child's lines are read back, and what is no such line is not`() {
        #expect(
            AllocationPass.parse("a/b/c=1\t5.0\t5.5\nsome other text\nd/e/\t1\n")
                == ["a/b/c=1": [5, 5.5], "d/e/": [1]])
    }

    @Test func `Figures are added to the rounds of their case, as far as there are rounds`() {
        var results = [result("a", rounds: 2), result("b", rounds: 1)]
        AllocationPass.add(["suite/a/": [5, 6, 7]], to: &results)
        #expect(
            results[0].rounds.map { $0.map(\.metric.name) } == [["time", "allocations"], ["time", "allocations"]])
        #expect(results[0].rounds.map { $0[1].samples } == [[5], [6]])
        #expect(results[1].rounds.map { $0.map(\.metric.name) } == [["time"]])
    }

    @Test func `Outside a process without thread caches nothing is counted: that is an error, and not a zero`() async {
        await #expect(throws: UsageError.self) {
            let suite = FakeAllocationSuite(cases: [planned("a") { 1 }])
            try await AllocationPass().count(try RunPlan([suite])) { _ in Issue.record("a figure") }
        }
    }

    private struct FakeAllocationSuite: BenchmarkSuite {
        let name = "suite"
        let question = "?"
        let cases: [PlannedCase]
        func cases(_ options: SuiteOptions) -> [PlannedCase] { cases }
    }

    private func run(
        _ arguments: [String], _ pass: @escaping @Sendable ([String]) throws(UsageError) -> [String: [Double]]
    )
        async -> (code: Int32, output: String)
    {
        let output = CapturedOutput()
        let folder = TemporaryFolder()
        let command = BenchmarkCommand(
            name: "bench", version: "test", suites: [FakeAllocationSuite(cases: [planned("a") { 1 }])], output: output,
            catchesSignals: false, allocationPass: pass)
        let code = await command.run(arguments: ["run", "--format", "csv", "--output", folder.path] + arguments)
        return (code, output.output)
    }

    @Test func `A run has the figures in its table, under the arguments that it was given`() async {
        let result = await run(["--allocations", "on"]) { arguments in
            #expect(arguments.contains("--allocations"))
            return ["suite/a/": [4]]
        }
        #expect(result.code == 0)
        #expect(result.output.contains("allocations,count,lower,1,1,4,4"))
    }

    @Test func `With off the pass is left out`() async {
        let result = await run(["--allocations", "off"]) { _ in
            Issue.record("the pass was run")
            return [:]
        }
        #expect(result.code == 0 && !result.output.contains("allocations,"))
    }
}
