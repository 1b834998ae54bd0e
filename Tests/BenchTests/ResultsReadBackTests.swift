import BenchmarkKit
import Foundation
import Testing

@testable import bench

/// Reads what a real `bench run` wrote; `.ci/run` names its folder in `BENCH_RESULTS`.
@Suite("ResultsReadBack", .enabled(if: ProcessInfo.processInfo.environment["BENCH_RESULTS"] != nil))
struct ResultsReadBackTests {
    private func text(_ file: String) throws -> String {
        let folder = try #require(ProcessInfo.processInfo.environment["BENCH_RESULTS"])
        return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    @Test("every implementation has a row in each suite, and none is invalid or failed")
    func summary() throws {
        let lines = try text("summary.csv").split(separator: "\n")
        #expect(lines[0].hasPrefix("schema,run_id,timestamp,revision,host,suite,case,implementation,"))
        for suite in Registry.suites {
            for planned in suite.cases(SuiteOptions(profile: .tiny)) {
                #expect(lines.contains { $0.contains(planned.benchmarkCase.description) }, "\(planned.benchmarkCase)")
            }
        }
        for line in lines { #expect(!line.contains("invalid:") && !line.contains("failed:"), "\(line)") }
    }

    @Test("samples and environment are there")
    func samplesAndEnvironment() throws {
        #expect(try text("samples.csv").split(separator: "\n").count > 10)
        let environment = try JSONSerialization.jsonObject(with: Data(text("environment.json").utf8))
        #expect(environment is [String: Any])
    }
}
