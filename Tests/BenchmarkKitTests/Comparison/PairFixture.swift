import Foundation

@testable import BenchmarkKit

/// Two runs whose figures are known, as if measured in turns.
struct PairFixture {
    struct Case {
        var name = "fake/serial/backlog=10"
        var metric = FakeSuite.time
        /// The p50s of the rounds.
        var base: [Double]
        var candidate: [Double]
        var baseStatus = CaseStatus.ok
        var candidateStatus = CaseStatus.ok
    }

    var cases: [Case]
    var arePaired = true

    var base: RecordedRun { run(.base, cases.map { ($0.name, $0.metric, $0.base, $0.baseStatus) }) }
    var candidate: RecordedRun { run(.candidate, cases.map { ($0.name, $0.metric, $0.candidate, $0.candidateStatus) }) }

    func run(
        _ role: PairMembership.Role, _ cases: [(String, MetricDefinition, [Double], CaseStatus)],
        change: (inout EnvironmentRecord) -> Void = { _ in }
    ) -> RecordedRun {
        var results: [CaseResult] = []
        for (name, metric, figures, status) in cases {
            let rounds = figures.map { [MetricRound(metric, .samples([$0]))] }
            if let index = results.firstIndex(where: { $0.benchmarkCase.description == name }) {
                for round in rounds.indices { results[index].rounds[round] += rounds[round] }
            } else {
                results.append(
                    CaseResult(BenchmarkCase(name: name), isReference: false, rounds: rounds, status: status))
            }
        }
        let identity = RunIdentity(
            id: "run-\(role.rawValue)", timestamp: "2026-12-01T00:00:00Z", revision: "abc", host: "host")
        var environment = EnvironmentRecord.test(runID: identity.id)
        environment.pair = arePaired ? PairMembership(id: "pair", role: role) : nil
        change(&environment)
        return RecordedRun(
            path: identity.id, environment: environment, rows: SummaryBuilder.rows(results, run: identity),
            results: results)
    }

    /// Writes a run's three files; returns their folder.
    static func write(_ run: RecordedRun, to parent: String) throws -> String {
        let folder = ResultsFolder(parent: parent, runID: run.path)
        try folder.write(
            summary: run.rows, samples: SampleRow.rows(run.results, runID: run.path), environment: run.environment!,
            linksLatest: false)
        return folder.path
    }

    /// `count` figures around `centre` that differ by less than a tenth of a percent.
    static func steady(_ centre: Double, count: Int = 20) -> [Double] {
        (0..<count).map { centre * (1 + 0.0001 * Double($0 % 7)) }
    }
}

extension EnvironmentRecord {
    static func test(runID: String) -> EnvironmentRecord {
        EnvironmentRecord(
            runID: runID, tool: "bench 9.9", host: "host", kernel: "k", cpuModel: nil, cpuCount: 2, governor: nil,
            loadBefore: nil, loadAfter: nil, memoryBytes: 1,
            allocator: AllocatorIdentity(name: "jemalloc", version: "5"), swiftVersion: "6.3", optimisation: "release",
            revision: "abc", dirty: false, seed: 1, profile: "quick", arguments: [], start: "2026-12-01T00:00:00Z",
            end: "2026-12-01T00:01:00Z", notes: [])
    }
}
