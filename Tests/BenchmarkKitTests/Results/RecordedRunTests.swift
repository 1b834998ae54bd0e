import Foundation
import Testing

@testable import BenchmarkKit

@Suite("A results folder, read back")
struct RecordedRunTests {
    private let temporary = TemporaryFolder()

    /// Writes a run of two implementations and a histogram; returns its folder.
    private func write() throws -> String {
        let results = ["base", "other"].map { name in
            let factor = name == "base" ? 1.0 : 2.0
            return CaseResult(
                BenchmarkCase(suite: "fake", implementation: name, parameters: [CaseParameter("backlog", 10)]),
                isReference: name == "base",
                rounds: (1...3).map { round in
                    var histogram = LatencyHistogram()
                    for value in 1...12 { histogram.record(UInt64(value * value * round)) }
                    return [
                        MetricRound(FakeSuite.time, .samples([10 * factor * Double(round), 12 * factor])),
                        MetricRound(MetricDefinition("wait", unit: "ns"), .histogram(histogram)),
                        MetricRound(
                            MetricDefinition("theory", unit: "ns"), .samples([3]), expectation: (factor, 2)),
                    ]
                })
        }
        let folder = ResultsFolder(parent: temporary.path, runID: RunIdentity.test.id)
        try folder.write(
            summary: SummaryBuilder.rows(results, run: .test),
            samples: SampleRow.rows(results, runID: RunIdentity.test.id),
            environment: .test(runID: RunIdentity.test.id))
        return folder.path
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func complaint(_ path: String) -> String? {
        do throws(UsageError) {
            _ = try RecordedRun(path: path)
            return nil
        } catch { return "\(error)" }
    }

    @Test("is what was written: the same rows follow from it again")
    func readBack() throws {
        let folder = try write()
        for path in [folder, folder + "/", folder + "/summary.csv", "\(temporary.path)/latest"] {
            let run = try RecordedRun(path: path)
            #expect(run.rows == SummaryBuilder.rows(run.results, run: .test))
            #expect(
                SampleRow.csv(SampleRow.rows(run.results, runID: RunIdentity.test.id))
                    == (try text("\(folder)/samples.csv")))
            #expect(run.results.map(\.isReference) == [true, false])
            #expect(run.environment == .test(runID: RunIdentity.test.id))
        }
    }

    @Test("rows in another order, CRLF line ends and a byte order mark mean the same")
    func harmless() throws {
        let folder = try write()
        let expected = try RecordedRun(path: folder)
        for file in ["summary.csv", "samples.csv"] {
            var lines = try text("\(folder)/\(file)").split(separator: "\n").map(String.init)
            let header = lines.removeFirst()
            let changed = "\u{FEFF}" + ([header] + lines.reversed()).joined(separator: "\r\n") + "\r\n"
            // Buckets come in ascending order, so only the summary is turned around.
            let kept = "\u{FEFF}" + ([header] + lines).joined(separator: "\r\n") + "\r\n"
            try Data((file == "summary.csv" ? changed : kept).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        let run = try RecordedRun(path: folder)
        #expect(Set(run.rows) == Set(expected.rows))
        #expect(run.results.count == expected.results.count)
    }

    enum Damage: String, CaseIterable, Sendable {
        case noFolder, noSamples, folderForFile, empty, headerOnly, truncated, missingRow, duplicateSample,
            duplicateSummary
        case notANumber, negative, zeroCount, otherSchema, unknownCase, unknownMetric, otherRun, hugeRound, badStatus
        case badEnvironment, otherEnvironment, bucketsOutOfOrder, badCaseName
    }

    @Test("damage is said in one line that names the file and the line", arguments: Damage.allCases)
    func damage(_ damage: Damage) throws {
        let folder = try write()
        let (summary, samples) = ("\(folder)/summary.csv", "\(folder)/samples.csv")
        var expected = ""
        func edit(_ file: String, _ change: (inout [String]) -> Void) throws {
            var lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            change(&lines)
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        }
        switch damage {
        case .noFolder:
            #expect(
                complaint("\(temporary.path)/nowhere")?.contains("nowhere: there is no such folder") == true)
            return
        case .noSamples:
            try FileManager.default.removeItem(atPath: samples)
            expected = "samples.csv: there is no such file"
        case .folderForFile:
            try FileManager.default.removeItem(atPath: samples)
            try FileManager.default.createDirectory(atPath: samples, withIntermediateDirectories: false)
            expected = "samples.csv: is a folder"
        case .empty:
            try Data().write(to: URL(fileURLWithPath: summary))
            expected = "summary.csv:1: no header"
        case .headerOnly:
            try edit(summary) { $0.removeSubrange(1...) }
            expected = "summary.csv:1: there is no row"
        case .truncated:
            try edit(samples) { $0.removeSubrange(($0.count / 2)...) }
            expected = "summary.csv:"
        case .missingRow:
            try edit(samples) { $0.remove(at: 1) }
            expected = "summary.csv:2: 6 samples of time of fake/base/backlog=10, of which samples.csv has 5"
        case .duplicateSample:
            try edit(samples) { $0.insert($0[1], at: 2) }
            expected = "samples.csv:3: a second row of time, round 0, sample 0"
        case .duplicateSummary:
            try edit(summary) { $0.insert($0[1], at: 2) }
            expected = "summary.csv:3: a second row of time of fake/base/backlog=10"
        case .notANumber:
            try edit(samples) { $0[1] = $0[1].replacing(/,[0-9.]+$/, with: ",nan") }
            expected = "samples.csv:2: 'nan' in column 'value' is not a number"
        case .negative:
            try edit(samples) { $0[1] = $0[1].replacing(/,[0-9.]+$/, with: ",-4") }
            expected = "samples.csv:2: time is -4; no figure is below 0"
        case .zeroCount:
            try edit(samples) { lines in
                let index = lines.firstIndex { $0.contains("wait.bucket") }!
                lines[index] = lines[index].replacing(/,[0-9.]+$/, with: ",0.5")
                expected = "samples.csv:\(index + 1): '0.5' is not a number of entries"
            }
        case .otherSchema:
            try edit(summary) { lines in
                for index in lines.indices where index > 0 { lines[index] = lines[index].replacing(/^1,/, with: "2,") }
            }
            expected = "summary.csv:2: schema '2' is not known"
        case .unknownCase:
            try edit(samples) { $0[1] = $0[1].replacing("fake/base", with: "fake/bass") }
            expected = "samples.csv:2: case 'fake/bass/backlog=10' is not in summary.csv"
        case .unknownMetric:
            try edit(samples) { $0[1] = $0[1].replacing(",time,", with: ",tome,") }
            expected = "samples.csv:2: metric 'tome'"
        case .otherRun:
            try edit(samples) { $0[1] = $0[1].replacing(RunIdentity.test.id, with: "another") }
            expected = "samples.csv:2: run 'another'"
        case .hugeRound:
            try edit(samples) { $0[1] = $0[1].replacing(",ns,0,0,", with: ",ns,999999999,0,") }
            expected = "samples.csv:2: there is no round 999999999"
        case .badStatus:
            try edit(summary) { $0[1] = $0[1].replacing(/,(ok|noisy)$/, with: ",fine") }
            expected = "summary.csv:2: 'fine' in column 'status' is not a status"
        case .badEnvironment:
            try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/environment.json"))
            expected = "environment.json:1: there is no 'schema'"
        case .otherEnvironment:
            try Data(EnvironmentRecord.test(runID: "x").json.utf8).write(
                to: URL(fileURLWithPath: "\(folder)/environment.json"))
            expected = "environment.json: is of the run x"
        case .bucketsOutOfOrder:
            try edit(samples) { lines in
                let index = lines.firstIndex { $0.contains("wait.bucket") }!
                lines.swapAt(index, index + 1)
                expected = "samples.csv:\(index + 2): a second row of wait.bucket"
            }
        case .badCaseName:
            try edit(summary) { $0[1] = $0[1].replacing("fake/base/backlog=10", with: "nonsense") }
            expected = "summary.csv:2: 'nonsense' is not suite/implementation/key=value"
        }
        let complaint = try #require(self.complaint(folder))
        #expect(complaint.contains(expected), "\(complaint)")
        #expect(complaint.contains(folder) && !complaint.contains("\n"))
    }

    @Test("mutated files are read or refused, and never crash the reader")
    func fuzz() throws {
        let folder = try write()
        let files = try ["summary.csv", "samples.csv", "environment.json"].map { name in
            (path: "\(folder)/\(name)", bytes: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
        }
        var generator = SeededGenerator(seed: 20_261_202)
        var refused = 0
        for _ in 0..<600 {
            let file = files.randomElement(using: &generator)!
            try Mutation.mutated(file.bytes, &generator).write(to: URL(fileURLWithPath: file.path))
            if let complaint = complaint(folder) {
                refused += 1
                #expect(complaint.contains(folder) && !complaint.contains("\n"), "\(complaint)")
            } else {
                let run = try RecordedRun(path: folder)
                // What can be read can be compared, or is refused in one line.
                do throws(UsageError) { _ = try Comparison(base: run, candidate: run) } catch { refused += 1 }
            }
            try file.bytes.write(to: URL(fileURLWithPath: file.path))
        }
        // Most damage is noticed; that all were would mean that nothing harmless was tried.
        #expect(refused > 300 && refused < 600)
    }
}
