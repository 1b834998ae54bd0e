import Foundation
import Testing

@testable import BenchmarkKit

@Suite("chart and report on the command line")
struct ChartCommandTests {
    private let fixture = ResultsFixture()
    private let output = CapturedOutput()

    private func run(_ arguments: String...) async -> Int32 {
        await BenchmarkCommand(
            name: "bench", version: "9.9", suites: [ThroughputSuite([])], output: output, catchesSignals: false
        ).run(arguments: arguments)
    }

    @Test func `Without gnuplot one line says what brings it`() {
        #expect(throws: UsageError("gnuplot is not installed; 'scripts/setup.sh --charts' installs it")) {
            try Gnuplot.find(path: "/nowhere:")
        }
    }

    @Test func `The scripts are found in the current folder, above the program, or where the library was compiled`()
        throws
    {
        for folder in ["here", "source", "package"] {
            let scripts = "\(fixture.folder.path)/\(folder)/scripts/charts"
            try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: "\(scripts)/palette.csv", contents: nil)
        }
        let root = fixture.folder.path
        func find(_ current: String, _ program: String, _ source: String) throws -> String {
            try ChartScripts.find(
                currentFolder: "\(root)/\(current)", program: "\(root)/\(program)", source: "\(root)/\(source)"
            ).path.replacing(root, with: "")
        }
        #expect(try find("here", "package/.build/release/bench", "source") == "/here/scripts/charts")
        #expect(try find("none", "package/.build/release/bench", "source") == "/package/scripts/charts")
        #expect(try find("none", "none/bench", "source") == "/source/scripts/charts")
        #expect {
            try find("none", "none/bench", "nowhere")
        } throws: {
            "\($0)".contains("the charts' scripts were not found") && "\($0)".contains("\(root)/none'")
        }
    }

    @Test func `A folder that is not there, or holds no results, is a usage error in one line`() throws {
        #expect {
            try StoredRun(path: "/nowhere")
        } throws: {
            "\($0)" == "/nowhere: there is no such folder; measure one with 'run'"
        }
        let path = fixture.folder.path
        #expect {
            try StoredRun(path: path)
        } throws: {
            "\($0)" == "\(path)/summary.csv: there is no such file; is '\(path)' a results folder, as 'run' writes it?"
        }
    }

    @Test func `A broken file is named with its line`() throws {
        fixture.addThroughput()
        try fixture.write()
        let path = fixture.folder.path
        let summary = try fixture.folder.text("summary.csv")
        try (summary + "1,too,short\n").write(toFile: "\(path)/summary.csv", atomically: true, encoding: .utf8)
        #expect {
            try StoredRun(path: path)
        } throws: {
            "\($0)".hasPrefix("\(path)/summary.csv:\(fixture.rows.count + 2): 3 cells where")
        }
        try summary.write(toFile: "\(path)/summary.csv", atomically: true, encoding: .utf8)
        for (text, problem) in [("{}", "there is no 'schema'"), ("nonsense", "this is not JSON")] {
            try text.write(toFile: "\(path)/environment.json", atomically: true, encoding: .utf8)
            #expect {
                try StoredRun(path: path)
            } throws: {
                "\($0)" == "\(path)/environment.json:1: \(problem)"
            }
        }
    }

    @Test func `A run is stored as it was`() throws {
        fixture.addThroughput()
        let stored = try fixture.stored()
        #expect(stored.rows == fixture.rows && stored.environment == fixture.environment)
        for end in ["/", "//", "/summary.csv"] {
            #expect(try StoredRun(path: fixture.folder.path + end).path == fixture.folder.path)
        }
    }

    @Test(.enabled(if: (try? Gnuplot.find()) != nil))
    func `chart writes the pictures' names to one side and the skipped charts to the other`() async throws {
        fixture.addThroughput()
        try fixture.write()
        let path = fixture.folder.path
        #expect(await run("chart", path) == 0)
        #expect(output.output == "\(path)/charts/throughput.svg\n")
        #expect(output.error.contains("bench: \(path): no chart 'jain': no figures of the suite 'fairness'\n"))
        #expect(await run("chart", path, "/nowhere") == 2)
    }

    @Test(.enabled(if: (try? Gnuplot.find()) != nil))
    func `report writes a page beside the figures, of at most two folders`() async throws {
        fixture.addThroughput()
        try fixture.write()
        let path = fixture.folder.path
        #expect(await run("report", path) == 0)
        #expect(output.output == "\(path)/report.html\n")
        #expect(try fixture.folder.text("report.html").contains("An empty operation is cheapest with"))
        #expect(await run("report", path, path) == 0)
        let page = try fixture.folder.text("report.html")
        #expect(page.contains("<h2 id=\"verdicts-title\">Verdicts</h2>"))
        #expect(await run("report", path, path, path) == 2)
        #expect(output.error.contains("report takes one folder, or a base and a candidate, and not 3"))
    }
}
