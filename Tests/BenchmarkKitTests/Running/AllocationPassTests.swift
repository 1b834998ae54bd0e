import Synchronization
import Testing

@testable import BenchmarkKit

struct AllocationPassTests {
    private func planned(
        _ name: String, memory: (@Sendable (MemoryGauge) async throws -> [MetricRound])? = nil,
        _ pass: (@Sendable () async throws -> Int)?
    ) -> PlannedCase {
        PlannedCase(
            BenchmarkCase(suite: "suite", implementation: name, parameters: []), isReference: false,
            expectedSecondsPerRound: 0, rounds: 1, allocationPass: pass, memoryPass: memory
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
            AllocationPass.parse(
                "a/b/c=1\tallocations\tcount\t5.0\t5.5\nsome other text\nd/e/\tpeak_memory\tB\t1\n"
                    + "d/e/\tpeak_memory\tB\nd/e/\tpeak_memory\tB\tnan\nd/e/\tpeak_memory\tB\t1\ttwo\n")
                == [counted("a/b/c=1", [5, 5.5]), counted("d/e/", [1], of: "peak_memory", unit: "B")])
    }

    private func counted(
        _ caseName: String, _ figures: [Double], of metric: String = "allocations", unit: String = "count"
    ) -> CountedFigures {
        CountedFigures(caseName: caseName, metric: MetricDefinition(metric, unit: unit), figures: figures)
    }

    @Test func `The child warms up, then counts each case's operations and reads its bytes, a line a metric`()
        async throws
    {
        let state = Mutex((passes: 0, allocations: UInt64(0), bytes: 1_000))
        let suite = FakeAllocationSuite(cases: [
            planned(
                "a",
                memory: { gauge in
                    let before = gauge.bytes()
                    state.withLock { $0.bytes += 48 }
                    return [
                        MetricRound(MetricDefinition("peak", unit: "B"), .samples([Double(gauge.bytes() - before)])),
                        MetricRound(MetricDefinition("left", unit: "B"), .samples([2])),
                    ]
                }
            ) {
                state.withLock { state in
                    state.passes += 1
                    // What is made once is made in the first passes.
                    state.allocations += state.passes == 1 ? 1_000 : 70
                }
                return 20
            },
            planned("b") { throw ContractViolation("cannot be counted") }, planned("c", nil),
        ])
        var lines: [String] = []
        await AllocationPass().count(
            try RunPlan([suite]), allocations: { state.withLock { $0.allocations } },
            gauge: MemoryGauge { state.withLock { $0.bytes } }, output: { lines.append($0) })
        #expect(
            lines == [
                "suite/a/\tallocations\tcount\t3.5\t3.5\t3.5\n", "suite/a/\tpeak\tB\t48.0\t48.0\t48.0\n",
                "suite/a/\tleft\tB\t2.0\t2.0\t2.0\n",
            ])
    }

    @Test func `A peak is the most of the moments noted above the beginning`() {
        let bytes = Mutex(1_000)
        let systemUnderTest = MemoryPeak(MemoryGauge { bytes.withLock { $0 } })
        for value in [1_500, 3_000, 900, 2_000] {
            bytes.withLock { $0 = value }
            systemUnderTest.note()
        }
        #expect(systemUnderTest.bytes == 2_000)
    }

    @Test func `Figures are added to the rounds of their case, as far as there are rounds`() {
        var results = [result("a", rounds: 2), result("b", rounds: 1)]
        AllocationPass.add([counted("suite/a/", [5, 6, 7]), counted("suite/unknown/", [1])], to: &results)
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
        _ arguments: [String], _ pass: @escaping @Sendable ([String]) throws(UsageError) -> [CountedFigures]
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
            return [
                CountedFigures(
                    caseName: "suite/a/", metric: MetricDefinition("allocations", unit: "count"), figures: [4])
            ]
        }
        #expect(result.code == 0)
        #expect(result.output.contains("allocations,count,lower,1,1,4,4"))
    }

    @Test func `With off the pass is left out`() async {
        let result = await run(["--allocations", "off"]) { _ in
            Issue.record("the pass was run")
            return []
        }
        #expect(result.code == 0 && !result.output.contains("allocations,"))
    }
}
