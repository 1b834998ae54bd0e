import Testing

@testable import BenchmarkKit

/// What a run says that it found, from figures made by hand.
struct FindingsTests {
    private func row(
        _ suite: String, _ implementation: String, _ parameters: String, _ metric: String, _ p50: Double,
        unit: String = "ns", ratio: Double? = nil, status: CaseStatus = .ok
    ) -> SummaryRow {
        SummaryRow(
            run: RunIdentity(id: "id", timestamp: "now", revision: "r", host: "h"), suite: suite,
            caseName: "\(suite)/\(implementation)/\(parameters)", implementation: implementation, parameters: [:],
            metric: MetricDefinition(metric, unit: unit), rounds: 3,
            summary: SampleSummary(
                count: 3, minimum: p50, p50: p50, p90: p50, p99: p50, p999: p50, maximum: p50, mean: p50,
                standardDeviation: 0),
            interval: nil, ratio: ratio, status: status)
    }

    private func findings(_ suite: any FindingSuite, _ rows: [SummaryRow]) -> [String] {
        suite.findings(SuiteFigures(rows, suite: suite.name))
    }

    @Test func `Throughput names the cheapest at each backlog, and the dearest of all`() {
        var rows: [SummaryRow] = []
        for (backlog, times) in [(1, [1.0, 2, 9]), (10, [1, 2, 3]), (100, [2, 1, 3])] {
            for (name, time) in zip(["task", "mine", "slow"], times) {
                rows.append(
                    row(
                        "throughput", name, "producers=1,backlog=\(backlog),body=empty", "operation_time", time,
                        ratio: time / times[0]))
            }
        }
        // Another body, and one that broke its contract, have no say.
        rows.append(row("throughput", "mine", "producers=1,backlog=1,body=yield", "operation_time", 0.1, ratio: 0.1))
        rows.append(
            row(
                "throughput", "broken", "producers=1,backlog=1,body=empty", "operation_time", 0.1, ratio: 0.1,
                status: .invalid("order")))
        #expect(
            findings(ThroughputSuite([]), rows) == [
                "An empty operation is cheapest with task at a backlog of 1 to 10, with mine at a backlog of 100;"
                    + " at most it costs 9.00× the reference (slow, 1)."
            ])
    }

    @Test func `Fairness says who overtook`() {
        let rows = [("fair", 0.0), ("unfair", 3), ("fair", 0), ("unfair", 2)].enumerated().map { index, entry in
            row("fairness", entry.0, "groups=\(index / 2)", "bypasses", entry.1, unit: "count")
        }
        #expect(
            findings(FairnessSuite([]), rows) == [
                "Under contention nobody overtakes with fair; operations that conflict overtake each other with"
                    + " unfair (3 times)."
            ])
    }

    @Test func `Latency compares the mean waits at the highest utilisation`() {
        let rows = [("a", 100_000.0, 1.02), ("b", 200_000, 1.1)].flatMap { name, wait, ratio in
            ["0.5", "0.8"].flatMap { utilisation in
                ["mean_wait", "mean_wait_path"].map {
                    row("latency", name, "utilisation=\(utilisation),body=x", $0, wait, ratio: ratio)
                }
            }
        }
        #expect(
            findings(LatencySuite([]), rows) == [
                "At utilisation 0.8 the mean wait is from 100 µs (a) to 200 µs (b), 1.02× to 1.10× what the same"
                    + " arrivals must wait."
            ])
    }

    @Test func `The others name what is least, with its figure`() {
        let report = ["a", "b"].enumerated().map {
            row(
                "progress", $1, "interval_us=0,coalescer=none,producers=1,main=free", "report_time",
                Double(2_000 - 1_000 * $0))
        }
        #expect(
            findings(ProgressSuite([]), report) == [
                "Reporting an event costs its reporter least with b (1 µs), a (2 µs)."
            ])
        let store = [("task", 500.0), ("store", 750)].map {
            row("store", $0, "behavior=cancel-previous,keys=1,backlog=1000", "operation_time", $1)
        }
        #expect(
            findings(StoreSuite([]), store) == [
                "Replacing the task of one key over and over costs, a task: task (500 ns), store (750 ns)."
            ])
        let cancel = [("1000", 5.0), ("10000", 7)].flatMap { backlog, time in
            ["a", "b"].map { row("cancellation", $0, "target=all,backlog=\(backlog)", "mass_cancel_time", time) }
        }
        #expect(
            findings(CancellationSuite([]), cancel) == [
                "Cancelling 10000 queued operations costs, each: a (7 ns), b (7 ns)."
            ])
        let fanOut = [("usl_knee", 12.4), ("usl_sigma", 0.38)].map {
            row("fanout", "mine", "limit=sweep,body=cpu", $0, $1, unit: "")
        }
        #expect(
            findings(FanOutSuite([]), fanOut) == [
                "A fan-out that computes is best at a limit of about 12 (mine; 38 % of its work is done in turns)."
            ])
    }

    @Test func `Scenarios say who shows outdated results, and who stalls`() {
        let figures = [
            ("search", "latest", "stale_results", 0.0), ("search", "bare", "stale_results", 3),
            ("sync", "bare", "stale_results", 5), ("sync", "latest", "main_stalls", 0),
            ("notebook", "main", "main_stalls", 2),
        ]
        let rows = figures.map { row("scenarios", $1, "scenario=\($0)", $2, $3, unit: "count") }
        #expect(
            findings(ScenariosSuite(notebooks: [], searches: [], repositories: []), rows) == [
                "Users of an app see no outdated result with latest, some with bare (5), the main actor stall with"
                    + " main (2)."
            ])
    }

    @Test func `Nothing is said of what was not measured`() {
        let suites: [any FindingSuite] = [
            ThroughputSuite([]), LatencySuite([]), FairnessSuite([]), ProgressSuite([]), StoreSuite([]),
            FanOutSuite([]),
            CancellationSuite([]), ScenariosSuite(notebooks: [], searches: [], repositories: []),
        ]
        for suite in suites { #expect(findings(suite, []).isEmpty) }
    }

    private struct Told: FindingSuite {
        let name: String
        let question = "?"
        var isMinor = false
        func cases(_ options: SuiteOptions) -> [PlannedCase] { [] }
        func findings(_ figures: SuiteFigures) -> [String] { [name] }
    }

    @Test func `Of many suites five sentences are told, the minor ones left out first, in the suites' order`() {
        func told(_ suites: [Told]) -> [String] { RunFindings.sentences(suites, []) }
        let minor = ["b", "d", "f"].map { Told(name: $0, isMinor: true) }
        let major = ["a", "c", "e", "g"].map { Told(name: $0) }
        let all = (minor + major).sorted { $0.name < $1.name }
        #expect(told(all) == ["a", "b", "c", "e", "g"])
        #expect(told(minor) == ["b", "d", "f"])
        #expect(told(major + ["h", "i"].map { Told(name: $0) }) == ["a", "c", "e", "g", "h"])
    }
}
