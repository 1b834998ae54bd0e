import BenchmarkKit
import Foundation

@testable import BenchmarkKit

/// A results folder made by hand, so that every figure in it is known.
final class ResultsFixture {
    let folder = TemporaryFolder()
    private(set) var rows: [SummaryRow] = []
    var samples: [SampleRow] = []
    var environment = EnvironmentRecord.test

    /// Adds the row of one metric; its interval is 10 % to both sides.
    func add(
        _ suite: String, _ implementation: String, _ parameters: String, _ metric: String, _ p50: Double,
        unit: String = "ns", ratio: Double? = nil, better: BetterDirection = .lower, status: CaseStatus = .ok
    ) {
        rows.append(
            SummaryRow(
                run: .test, suite: suite, caseName: "\(suite)/\(implementation)/\(parameters)",
                implementation: implementation,
                parameters: Dictionary(
                    parameters.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
                        .map { ($0[0], $0[1]) }
                ) { $1 }, metric: MetricDefinition(metric, unit: unit, better: better), rounds: 3,
                summary: SampleSummary(
                    count: 2_000, minimum: p50 / 2, p50: p50, p90: p50 * 2, p99: p50 * 3, p999: p50 * 4,
                    maximum: p50 * 5, mean: p50 * 1.5, standardDeviation: p50 / 10),
                interval: ConfidenceInterval(low: p50 * 0.9, high: p50 * 1.1), ratio: ratio, status: status))
    }

    /// Three implementations at three backlogs, and cases that are no business of the chart.
    func addThroughput(names: [String] = ["task", "serial", "mine"]) {
        for (index, name) in names.enumerated() {
            for (step, backlog) in [1, 100, 10_000].enumerated() {
                add(
                    "throughput", name, "producers=1,backlog=\(backlog),body=empty", "operation_time",
                    Double(1_000 * (index + 1) + 250 * step * step))
            }
            add("throughput", name, "producers=4,backlog=100,body=empty", "operation_time", 7)
            add("throughput", name, "producers=1,backlog=100,body=yield", "operation_time", 8)
            add("throughput", name, "producers=1,backlog=100,body=empty", "submit_time", 9)
        }
    }

    /// Something of every suite that has a chart.
    func addEverything() {
        addThroughput()
        for (name, count) in [("task", 5.0), ("serial", 3)] {
            add("throughput", name, "producers=1,backlog=1000,body=empty", "allocations", count - 1, unit: "count")
            add("throughput", name, "producers=1,backlog=10000,body=empty", "allocations", count, unit: "count")
        }
        for (name, wait) in [("serial", 100_000.0), ("gcd-serial", 150_000)] {
            for utilisation in ["0.5", "0.8"] {
                let parameters = "utilisation=\(utilisation),body=spin200us"
                let factor = utilisation == "0.8" ? 4.0 : 1
                add("latency", name, parameters, "submit_to_start", wait * factor)
                add("latency", name, parameters, "mean_wait", wait * factor, ratio: 1.01)
                add("latency", name, parameters, "idle_wakeup", 10_000)
            }
        }
        for (name, wait) in [("grouped", 1_000.0), ("rwlock", 3_000)] {
            for (groups, share) in [(16, 0), (16, 50), (16, 90), (1, 90)] {
                let parameters = "groups=\(groups),choice=uniform,groups_per_job=1,read_percent=\(share),limit=none"
                if share > 0 { add("fairness", name, parameters, "read_wait", wait + Double(share)) }
                add("fairness", name, parameters, "write_wait", wait * 2 + Double(share))
                add("fairness", name, parameters, "jain_index", 0.9 + wait / 1e5, unit: "", better: .higher)
            }
        }
        for coalescer in ["none", "sum"] {
            for interval in [0, 10_000] {
                let parameters = "interval_us=\(interval),coalescer=\(coalescer),producers=1,main=free"
                add("progress", "reporting-job", parameters, "report_time", 50 + Double(interval) / 1_000)
                add("progress", "reporting-job", parameters, "hops_per_event", 0.001, unit: "")
            }
        }
        for (behavior, time) in [("wait", 500.0), ("cancel-previous", 600)] {
            add("store", "task-store", "behavior=\(behavior),keys=1,backlog=1", "operation_time", 1)
            add("store", "task-store", "behavior=\(behavior),keys=1,backlog=1000", "operation_time", time)
            add("store", "task-store", "behavior=\(behavior),keys=1000,backlog=1000", "operation_time", time * 2)
        }
        for limit in [1, 4, 16] {
            add("fanout", "for-each", "limit=\(limit),body=cpu", "item_time", 20_000 / Double(limit))
        }
        for (metric, value) in [
            ("usl_lambda", 50_000.0), ("usl_sigma", 0.1), ("usl_kappa", 0.01), ("usl_knee", 9.4868),
        ] {
            add("fanout", "for-each", "limit=sweep,body=cpu", metric, value, unit: "")
        }
    }

    /// Writes all three files.
    func write() throws {
        try SummaryRow.csv(rows).write(toFile: "\(folder.path)/summary.csv", atomically: true, encoding: .utf8)
        try SampleRow.csv(samples).write(toFile: "\(folder.path)/samples.csv", atomically: true, encoding: .utf8)
        try environment.json.write(toFile: "\(folder.path)/environment.json", atomically: true, encoding: .utf8)
    }

    func stored() throws -> StoredRun {
        try write()
        return try StoredRun(path: folder.path)
    }
}

extension EnvironmentRecord {
    static let test = EnvironmentRecord(
        runID: RunIdentity.test.id, tool: "bench 9.9", host: "host", kernel: "Linux 1", cpuModel: "A processor",
        cpuCount: 2, governor: nil, loadBefore: [0.5, 0.25, 0.125], loadAfter: [1, 1, 1], memoryBytes: 1 << 30,
        allocator: AllocatorIdentity(name: "jemalloc", version: "5"), swiftVersion: "6.3", optimisation: "release",
        revision: "abc", dirty: false, seed: 42, profile: "quick", arguments: ["run", "--filter", "*x y*"],
        start: "2026-12-01T00:00:00Z", end: "2026-12-01T00:01:00Z", notes: [])
}

/// A chart's data file read back.
struct ChartRecords {
    let records: [CSVRecord]

    init(_ folder: TemporaryFolder, _ chart: String) throws {
        records = try CSVReader.records(
            try folder.bytes("charts/\(chart).csv"), file: chart, columns: ChartPoint.columns)
    }

    /// `implementation x y low high` of the records that a condition holds for.
    func figures(_ condition: (CSVRecord) -> Bool = { _ in true }) -> Set<[String]> {
        Set(records.filter(condition).map { [$0["implementation"], $0["x"], $0["y"], $0["low"], $0["high"]] })
    }
}
