import Foundation
import Testing

@testable import BenchmarkKit

/// That what a chart draws is what the CSV files say.
@Suite("The charts' data")
struct ChartDataTests {
    private let fixture = ResultsFixture()
    private let palette = ChartPalette(slots: [1, 2, 3, 4], owners: ["serial": 1, "task": 3])

    private func write(_ charts: [Chart] = Chart.all) throws -> ChartFolder.Outcome {
        let run = try fixture.stored()
        return try ChartFolder(of: run, palette: palette).writeData(of: run, charts: charts)
    }

    private func records(_ chart: String) throws -> ChartRecords { try ChartRecords(fixture.folder, chart) }

    /// The figures of `summary.csv` as they stand in the file, by the parameter that is the x axis.
    private func expected(_ suite: String, _ metric: String, x: String, _ condition: (String) -> Bool) throws -> Set<
        [String]
    > {
        let records = try CSVReader.records(
            try fixture.folder.bytes("summary.csv"), file: "summary.csv", columns: SummaryRow.columns)
        let own = records.filter { $0["suite"] == suite && $0["metric"] == metric && condition($0["case"]) }
        return Set(
            own.map { record in
                let value = record["case"].split(separator: ",").compactMap { part -> String? in
                    let pair = part.split(separator: "=").map(String.init)
                    return pair.count == 2 && (pair[0] == x || pair[0].hasSuffix("/\(x)")) ? pair[1] : nil
                }
                return [
                    record["implementation"], value.first ?? "", record["p50"], record["ci_low"], record["ci_high"],
                ]
            })
    }

    @Test func `Throughput has the medians and intervals of empty operations by one producer, and nothing else`() throws
    {
        fixture.addThroughput()
        fixture.add(
            "throughput", "broken", "producers=1,backlog=1,body=empty", "operation_time", 1, status: .invalid("order"))
        _ = try write()
        let summary = try expected("throughput", "operation_time", x: "backlog") {
            $0.contains("/producers=1,") && $0.hasSuffix("body=empty") && !$0.contains("/broken/")
        }
        #expect(summary.count == 9)
        #expect(try records("throughput").figures() == summary)
    }

    @Test func `Lines are in the order in which they end, the highest first, as the key beside them is`() throws {
        fixture.addThroughput()
        _ = try write()
        let names = try records("throughput").records.map { $0["implementation"] }
        #expect(RunTable.ordered(names) == ["mine", "serial", "task"])
    }

    @Test func `Allocations are of the largest backlog that is counted, the fewest on top`() throws {
        fixture.addEverything()
        _ = try write()
        let rows = try records("allocations").records
        #expect(Set(rows.map { [$0["row"], $0["x"], $0["y"]] }) == [["serial", "0", "3"], ["task", "1", "5"]])
    }

    @Test func `Percentiles are the summary's, with those of the buckets between them`() throws {
        fixture.add("latency", "serial", "utilisation=0.5,body=spin200us", "submit_to_start", 1)
        fixture.add("latency", "serial", "utilisation=0.8,body=spin200us", "submit_to_start", 100)
        for (lower, count) in [(60, 500.0), (100, 1_000), (120, 500)] {
            fixture.samples.append(
                SampleRow(
                    runID: "r", caseName: "latency/serial/utilisation=0.8,body=spin200us",
                    metric: "submit_to_start.bucket", unit: "count", round: 0, sample: UInt64(lower), value: count))
        }
        _ = try write()
        let found = try records("latency-percentiles").records.map { [$0["x"], $0["y"]] }
        #expect(
            found == [
                ["25", "90"], ["50", "100"], ["75", "105"], ["90", "200"], ["95", "120"], ["97.5", "120"],
                ["99", "300"], ["99.5", "120"], ["99.75", "120"], ["99.9", "400"],
            ])
    }

    @Test func `A percentile beyond which there is no whole sample is not drawn`() throws {
        fixture.add("latency", "serial", "utilisation=0.8,body=spin200us", "submit_to_start", 100)
        let curves = try PercentileCurves(of: "submit_to_start", in: try fixture.stored())
        var row = try #require(fixture.rows.first)
        row.summary = SampleSummary(
            count: 150, minimum: 1, p50: 1, p90: 1, p99: 1, p999: 1, maximum: 1, mean: 1, standardDeviation: nil)
        #expect(curves.points(of: row).map(\.percent) == [50, 90, 99])
    }

    @Test func `Mean waits stand beside the curve that theory gives`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("latency-utilisation")
        let measured = try expected("latency", "mean_wait", x: "utilisation") { _ in true }
        #expect(found.figures { $0["variant"] == "" } == measured)
        let half = try #require(found.records.first { $0["variant"] == "theory" && $0["x"] == "0.5" })
        // ρ/(1−ρ)·S/2 of the constant service, and (2D + λD²)/(2(1 + λD)) of a wake-up of 15 µs: λD = 0.0375.
        let wakeUp = (2 * 15_000 + 0.0375 * 15_000) / (2 * 1.0375)
        #expect(abs(try half.double("y") - (100_000 + wakeUp)) < 0.01)
        #expect(half["slot"] == "0")
    }

    @Test func `Waits are of the one choice of groups that has the most shares of readers`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("waiting")
        let reads = try expected("fairness", "read_wait", x: "read_percent") { $0.contains("/groups=16,") }
        let writes = try expected("fairness", "write_wait", x: "read_percent") { $0.contains("/groups=16,") }
        #expect(found.figures { $0["panel"].hasPrefix("readers") } == reads)
        #expect(found.figures { $0["panel"].hasPrefix("writers") } == writes)
    }

    @Test func `Jain's index is of all choices with more than one group`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("jain").records
        #expect(Set(found.map { $0["row"] }).count == 3)
        #expect(Set(found.map { [$0["implementation"], $0["y"]] }) == [["grouped", "0.91"], ["rwlock", "0.93"]])
    }

    @Test func `Progress has a line for each coalescer in both panels`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("progress")
        #expect(Set(found.records.map { $0["variant"] }) == ["", "sum"])
        let times = try expected("progress", "report_time", x: "interval_us") { _ in true }
        #expect(found.figures { $0["panel"].hasPrefix("time") } == times)
        #expect(found.records.count == 8)
    }

    @Test func `The store's behaviours are rows, of the largest backlog`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("store").records.map { [$0["panel"], $0["row"], $0["x"], $0["y"]] }
        #expect(
            Set(found) == [
                ["one key · 1000 tasks", "wait", "0", "500"], ["one key · 1000 tasks", "cancel-previous", "1", "600"],
                ["a key a task · 1000 tasks", "wait", "0", "1000"],
                ["a key a task · 1000 tasks", "cancel-previous", "1", "1200"],
            ])
    }

    @Test func `Fan-out has the measured points, the law through its parameters, and the knee on the law`() throws {
        fixture.addEverything()
        _ = try write()
        let found = try records("fanout")
        let measured = try expected("fanout", "item_time", x: "limit") { !$0.contains("sweep") }
        #expect(found.figures { $0["variant"] == "" } == measured)
        let law = ScalabilityLaw(lambda: 50_000, sigma: 0.1, kappa: 0.01)
        let curve = found.records.filter { $0["variant"] == "law" }
        #expect(curve.count == 61 && curve.first?["x"] == "1")
        for point in curve + found.records.filter({ $0["variant"] == "knee" }) {
            #expect(abs(try point.double("y") * law.throughput(try point.double("x")) / 1e9 - 1) < 1e-9)
        }
        #expect(found.records.first { $0["variant"] == "knee" }?["x"] == "9.4868")
    }

    @Test func `Charts without figures are skipped by name, and leave no file`() throws {
        fixture.addThroughput()
        let outcome = try write()
        #expect(outcome.drawn == ["throughput"])
        #expect(
            outcome.skipped.map(\.name) == [
                "allocations", "latency-percentiles", "latency-utilisation", "waiting", "jain", "progress", "store",
                "fanout",
            ])
        #expect(fixture.folder.contents("charts") == ["throughput.csv"])
    }

    @Test func `No cell needs quotes, whatever the names are`() throws {
        fixture.addThroughput(names: ["a, \"b\"\n'c'"])
        _ = try write()
        let text = try fixture.folder.text("charts/throughput.csv")
        #expect(!text.contains("\"") && !text.contains("'"))
        #expect(text.split(separator: "\n").count == 4)
        #expect(try records("throughput").records[0]["implementation"] == "a; ”b” ’c’")
    }
}
