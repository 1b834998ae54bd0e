import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The files of a run")
struct ResultsTests {
    /// Two implementations, one with a histogram, one with a comma in its status.
    private func results() -> [CaseResult] {
        func result(_ name: String, isReference: Bool = false, status: CaseStatus = .ok, factor: Double) -> CaseResult {
            let rounds = (1...5).map { round in
                var histogram = LatencyHistogram()
                for value in 1...200 { histogram.record(UInt64(Double(value * value) * factor) + UInt64(round)) }
                return [
                    MetricRound(FakeSuite.time, .samples([10, 12, 11, 40].map { $0 * factor * Double(round) })),
                    MetricRound(MetricDefinition("wait", unit: "ns"), .histogram(histogram)),
                    MetricRound(
                        MetricDefinition("theory", unit: "ns"), .samples([factor]), expectation: (factor * 3, 2)),
                ]
            }
            return CaseResult(
                BenchmarkCase(
                    suite: "fake", implementation: name,
                    parameters: [CaseParameter("backlog", 10), CaseParameter("colour", "red")]),
                isReference: isReference, rounds: rounds, status: status)
        }
        return [
            result("base", isReference: true, factor: 1), result("other", factor: 2.5),
            result("broken", status: .invalid("order: #3, \"late\""), factor: 1),
        ]
    }

    @Test("summary.csv has the columns of the contract, in its order")
    func columns() {
        let contract = """
            schema, run_id, timestamp, revision, host, suite, case, implementation, producers, backlog, groups, \
            read_percent, limit, interval_us, coalescer, body, metric, unit, better, rounds, samples, min, p50, p90, p99, \
            p999, max, mean, stddev, ci_low, ci_high, ratio, status
            """
        #expect(SummaryRow.columns.joined(separator: ", ") == contract)
        #expect(SampleRow.columns.joined(separator: ", ") == "run_id, case, metric, unit, round, sample, value")
    }

    @Test("both files read back as they were written")
    func readBack() throws {
        let rows = SummaryBuilder.rows(results(), run: .test)
        #expect(try SummaryRow.parse(Array(SummaryRow.csv(rows).utf8), file: "s") == rows)
        let samples = SampleRow.rows(results(), runID: "r")
        #expect(try SampleRow.parse(Array(SampleRow.csv(samples).utf8), file: "s") == samples)
    }

    @Test("a row says what was measured: parameters, rounds, samples, ratio, status")
    func row() throws {
        let rows = SummaryBuilder.rows(results(), run: .test)
        let row = try #require(rows.first { $0.implementation == "other" && $0.metric == FakeSuite.time })
        let cells = Dictionary(uniqueKeysWithValues: zip(SummaryRow.columns, row.cells))
        #expect(cells["case"] == "fake/other/backlog=10,colour=red")
        #expect(cells["backlog"] == "10" && cells["producers"] == "" && cells["body"] == "")
        #expect(cells["rounds"] == "5" && cells["samples"] == "20")
        #expect(cells["better"] == "lower" && cells["ratio"] == "2.5")
        #expect(rows.filter { $0.metric?.name == "theory" }.map(\.ratio) == [1.5, 3.75, 1.5])
        #expect(rows.last?.status == .invalid("order: #3, \"late\""))
    }

    /// Rounds drawn anew, with all that they hold.
    private func bootstrap(_ rounds: [[Double]]) -> ConfidenceInterval? {
        guard rounds.count > 1 else { return nil }
        var generator = SeededGenerator(seed: Bootstrap.seed)
        let medians = (0..<Bootstrap.resamples).map { _ in
            Percentile.median(rounds.indices.flatMap { _ in rounds[Int(generator.uniform() * Double(rounds.count))] })
        }.sorted()
        return ConfidenceInterval(
            low: Percentile.value(0.025, ofSorted: medians), high: Percentile.value(0.975, ofSorted: medians))
    }

    /// By the recipe in `SampleRow`'s documentation and nothing else.
    @Test("every figure of summary.csv can be computed from samples.csv")
    func recompute() throws {
        let rows = SummaryBuilder.rows(results(), run: .test)
        let samples = SampleRow.rows(results(), runID: RunIdentity.test.id)
        for row in rows {
            let metric = try #require(row.metric).name
            let own = samples.filter { $0.caseName == row.caseName }
            func rows(_ suffix: String) -> [SampleRow] { own.filter { $0.metric == metric + suffix } }
            func values(round: Int? = nil) throws -> [Double] {
                let mine = { (sample: SampleRow) in round == nil || sample.round == round }
                let raw = rows("").filter(mine).map(\.value)
                guard raw.isEmpty else { return raw }
                let low = try #require(rows(".min").filter(mine).map(\.value).min())
                let high = try #require(rows(".max").filter(mine).map(\.value).max())
                return rows(".bucket").filter(mine).flatMap { bucket in
                    let width =
                        bucket.sample < 128 ? 1 : UInt64(1) << UInt64(log2(Double(bucket.sample)).rounded(.down) - 6)
                    let middle = Double(bucket.sample) + Double(width - 1) / 2
                    return [Double](repeating: min(max(middle, low), high), count: Int(bucket.value))
                }
            }
            let sorted = try values().sorted()
            let summary = try #require(row.summary)
            #expect(summary.count == sorted.count)
            for (fraction, figure) in [
                (0.5, summary.p50), (0.9, summary.p90), (0.99, summary.p99), (0.999, summary.p999),
            ] {
                #expect(abs(Percentile.value(fraction, ofSorted: sorted) - figure) < 1e-9)
            }
            let rounds = try (0..<row.rounds).map { Percentile.median(try values(round: $0)) }
            #expect(row.interval == (try bootstrap((0..<row.rounds).map { try values(round: $0) })))
            let measured = rows(".measured").map(\.value)
            let quotients =
                measured.isEmpty
                ? zip(rounds, rows(".reference").map(\.value)).map { $0 / $1 }
                : zip(measured, rows(".expected").map(\.value)).map { $0 / $1 }
            #expect(abs(try #require(row.ratio) - Percentile.median(quotients)) < 1e-9)
        }
    }

    @Test(
        "a status keeps its reason through its text",
        arguments: [
            .ok, .noisy, .partial, .invalid("order: a, b"), .failed("why"), .skipped("because: x"),
        ] as [CaseStatus])
    func status(status: CaseStatus) {
        #expect(CaseStatus(text: status.description) == status)
        #expect(CaseStatus(text: "fine") == nil)
    }

    // MARK: Folders

    private let temporary = TemporaryFolder()

    private func environment() -> EnvironmentRecord {
        EnvironmentRecord(
            runID: "r", tool: "bench 1", host: "h", kernel: "k", cpuModel: nil, cpuCount: 2, governor: nil,
            loadBefore: [0.5, 1, 2], loadAfter: nil, memoryBytes: 1 << 30,
            allocator: AllocatorIdentity(name: "jemalloc", version: "5"), swiftVersion: "6", optimisation: "release",
            revision: "abc", dirty: nil, seed: .max, profile: "quick", arguments: ["run"], start: "s", end: "e",
            notes: ["n"])
    }

    @Test("a run has three files, and 'latest' is a link to the last one")
    func folder() throws {
        for run in ["1", "2"] {
            let folder = ResultsFolder(parent: "\(temporary.path)/deep/results", runID: run)
            try folder.checkWritable()
            try folder.write(
                summary: SummaryBuilder.rows(results(), run: .test), samples: [], environment: environment())
        }
        #expect(temporary.contents("deep/results") == ["1", "2", "latest"])
        #expect(temporary.contents("deep/results/latest") == ["environment.json", "samples.csv", "summary.csv"])
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "\(temporary.path)/deep/results/latest")
        #expect(link == "2")
    }

    @Test("environment.json has everything, what is unknown as null, and the seed exact")
    func environmentFile() throws {
        let text = environment().json
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "schema", "run_id", "tool", "host", "kernel", "cpu_model", "cpu_count", "governor", "load_before",
                "load_after", "memory_bytes", "allocator", "swift_version", "optimisation", "revision", "dirty", "seed",
                "profile", "arguments", "start", "end", "notes",
            ])
        #expect(object["governor"] is NSNull)
        #expect(text.contains("18446744073709551615"))
        #expect(try JSONDecoder().decode(EnvironmentRecord.self, from: Data(text.utf8)) == environment())
    }

    @Test("a file is replaced as a whole: where that fails, the older one stays and nothing is left over")
    func atomicWrite() throws {
        let path = "\(temporary.path)/file"
        try AtomicFile.write("old".utf8, to: path)
        try AtomicFile.write("newer".utf8, to: path)
        #expect(try temporary.text("file") == "newer")
        // A folder stands where the file should go: the rename fails after the writing.
        try FileManager.default.createDirectory(atPath: "\(temporary.path)/taken/in", withIntermediateDirectories: true)
        #expect(throws: FileError.self) { try AtomicFile.write("x".utf8, to: "\(temporary.path)/taken") }
        #expect(throws: FileError.self) { try AtomicFile.write("x".utf8, to: "\(temporary.path)/none/file") }
        #expect(temporary.contents() == ["file", "taken"])
    }

    @Test("where results cannot be written is said before anything is measured")
    func unwritable() throws {
        try AtomicFile.write("".utf8, to: "\(temporary.path)/file")
        let folder = ResultsFolder(parent: "\(temporary.path)/file/results", runID: "r")
        #expect(throws: FileError.self) { try folder.checkWritable() }
        let fine = ResultsFolder(parent: "\(temporary.path)/fine", runID: "r")
        try fine.checkWritable()
        #expect(temporary.contents("fine").isEmpty)
    }

    @Test("the names of runs sort by time")
    func runID() {
        let first = RunIdentity.id(timestamp: "2026-12-01T04:23:31Z", salt: 0x5F3A)
        #expect(first == "20261201T042331Z-5f3a")
        #expect(RunIdentity.id(timestamp: "2026-12-01T04:23:32Z", salt: 1) > first)
    }
}
