import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The gate")
struct GateTests {
    private let steady = PairFixture.steady(1_000)
    private let configuration = GateConfiguration(rules: [
        .init(metrics: ["allocations*"], comparison: .exact), .init(metrics: ["time"]),
    ])

    private func gate(_ cases: [PairFixture.Case], _ configuration: GateConfiguration? = nil) throws -> RegressionGate {
        let fixture = PairFixture(cases: cases)
        return try RegressionGate(
            base: fixture.base, candidate: fixture.candidate, configuration: configuration ?? self.configuration)
    }

    private func scattered(_ spread: Double) -> [Double] {
        steady.indices.map { 1_000 * ($0 % 2 == 0 ? 1 + spread : 1 / (1 + spread)) }
    }

    @Test("passes what did not change, also where the interval leaves the threshold but not the blindness")
    func passes() throws {
        #expect(try gate([.init(base: steady, candidate: steady)]).exitCode == 0)
        let loose = try gate([.init(base: steady, candidate: scattered(0.06))])
        #expect(loose.rows[0].comparison.verdict == .inconclusive && loose.exitCode == 0)
        #expect(try gate([.init(base: steady, candidate: steady.map { $0 * 0.5 })]).exitCode == 0)
    }

    @Test("is red where something got slower, or allocates a fiftieth more")
    func red() throws {
        #expect(try gate([.init(base: steady, candidate: steady.map { $0 * 1.04 })]).exitCode == 1)
        let allocations = MetricDefinition("allocations", unit: "count")
        let more = try gate([
            .init(base: steady, candidate: steady),
            .init(
                metric: allocations, base: Array(repeating: 5, count: 20), candidate: Array(repeating: 5.1, count: 20)),
        ])
        #expect(more.exitCode == 1 && more.rows(.regressed).map(\.comparison.metric) == [allocations])
    }

    @Test("says 3 where a slowdown of more than the blindness could hide, and where rounds are missing")
    func noisy() throws {
        #expect(try gate([.init(base: steady, candidate: scattered(0.3))]).exitCode == 3)
        // Where more is better, a loss of a fifth could hide at the low end, and a gain hides nothing.
        let rate = MetricDefinition("time", unit: "ops/s", better: .higher)
        let lossy = steady.indices.map { 1_000 * ($0 % 2 == 0 ? 1.2 : 0.8) }
        let gaining = steady.indices.map { 1_000 * ($0 % 2 == 0 ? 0.99 : 1.4) }
        #expect(try gate([.init(metric: rate, base: steady, candidate: lossy)]).exitCode == 3)
        #expect(try gate([.init(metric: rate, base: steady, candidate: gaining)]).exitCode == 0)
        let five = Array(steady.prefix(5))
        #expect(try gate([.init(base: five, candidate: five)]).exitCode == 3)
    }

    @Test("says 4 where the candidate broke its contract, whatever else there is")
    func broken() throws {
        let slower = PairFixture.Case(name: "fake/a/x=1", base: steady, candidate: steady.map { $0 * 2 })
        var broken = PairFixture.Case(name: "fake/b/x=1", base: steady, candidate: steady)
        broken.candidateStatus = .invalid("order")
        #expect(try gate([slower, broken]).exitCode == 4)
        broken.candidateStatus = .failed("crash")
        #expect(try gate([slower, broken]).exitCode == 4)
        // What was broken before, and no longer is, does not stop anybody.
        (broken.baseStatus, broken.candidateStatus) = (.invalid("order"), .ok)
        #expect(try gate([.init(base: steady, candidate: steady), broken]).exitCode == 0)
    }

    @Test("what no rule matches is not gated, nor in the family")
    func rules() throws {
        let other = MetricDefinition("other", unit: "ns")
        let result = try gate([
            .init(base: steady, candidate: steady),
            .init(metric: other, base: steady, candidate: steady.map { $0 * 2 }),
        ])
        #expect(result.exitCode == 0 && result.rows.count == 1)
        #expect(throws: UsageError.self) {
            try gate([.init(metric: other, base: steady, candidate: steady)])
        }
    }

    @Test("each format says the verdict and what got slower, by how much")
    func formats() throws {
        var invalid = PairFixture.Case(name: "fake/c/x=1", base: steady, candidate: steady)
        invalid.candidateStatus = .invalid("order: <#3> & \"late\"")
        let result = try gate([
            .init(name: "fake/a/x=1,y=2", base: steady, candidate: steady.map { $0 * 1.1 }),
            .init(name: "fake/b/x=1", base: steady, candidate: scattered(0.4)), invalid,
        ])
        let report = GateReport(gate: result, configuration: configuration)
        #expect(report.text(.table).contains("BROKEN: fake/c/x=1"))
        let github = report.text(.github)
        #expect(github.contains("::error title=fake/a/x=1%2Cy=2::slower: time 1.00 µs → 1.10 µs (+10.0 %25"))
        #expect(github.contains("::warning title=fake/b/x=1::too noisy to say"))
        #expect(github.contains("::error title=fake/c/x=1::invalid: order: <#3> & \"late\""))
        #expect(report.summary.contains("| fake/a/x=1,y=2 | regressed |"))
        let junit = report.text(.junit)
        let parser = XMLChecker(junit)
        #expect(parser.isWellFormed && parser.counts == ["testcase": 3, "failure": 1, "skipped": 1, "error": 1])
        let json = try JSONSerialization.jsonObject(with: Data(report.text(.json).utf8)) as? [[String: Any]]
        #expect(json?.count == 3 && json?.first?["outcome"] as? String == "broken")
    }

    @Test("the calibrated false-alarm rate and each case's smallest change are told with the verdict")
    func calibrated() throws {
        let result = try gate([
            .init(name: "fake/a/x=1", base: steady, candidate: steady),
            .init(name: "fake/b/x=1", base: steady, candidate: steady),
        ])
        var configuration = configuration
        let uncalibrated = GateReport(gate: result, configuration: configuration).text(.table)
        #expect(uncalibrated.contains("'calibrate --write gate.json'") && !uncalibrated.contains("finds"))
        configuration.calibration = GateCalibration(
            host: "a host", date: "2026-12-01T10:00:00Z", rounds: 20, comparisons: 1_000, falseAlarms: 5,
            figures: [.init(caseName: "fake/a/x=1", metric: "time", smallestChange: 0.04)])
        let report = GateReport(gate: result, configuration: configuration)
        for text in [report.text(.table).replacing("\n  ", with: " "), report.summary] {
            #expect(
                text.contains(
                    "calibrated on a host, 2026-12-01: 5 false alarms of the whole gate in 1000 comparisons of 20 rounds,"
                        + " so at most 1.05 % (95 %)"), "\(text)")
        }
        let lines = report.text(.table).split(separator: "\n")
        #expect(lines.first { $0.contains("fake/a/x=1") }?.hasSuffix(" 4 %  same") == true)
        #expect(lines.first { $0.contains("fake/b/x=1") }?.hasSuffix(" –  same") == true)
        let json = try JSONSerialization.jsonObject(with: Data(report.text(.json).utf8)) as? [[String: Any]]
        #expect(json?.first { $0["case"] as? String == "fake/a/x=1" }?["smallest_change"] as? Double == 0.04)
    }

    /// Enough of XML to see that each element is closed; the toolchain's parser is a module of its own.
    private struct XMLChecker {
        private(set) var isWellFormed = true
        private(set) var counts: [String: Int] = [:]

        init(_ text: String) {
            var open: [String] = []
            for match in text.matches(
                of: /<(\/?)([a-z]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>/)
            {
                let name = String(match.2)
                if !match.1.isEmpty {
                    if open.popLast() != name { isWellFormed = false }
                } else {
                    if name != "testsuites", name != "testsuite" { counts[name, default: 0] += 1 }
                    if match.4.isEmpty { open.append(name) }
                }
            }
            let rest = text.replacing(/<[^<>]*>/, with: "")
            isWellFormed = isWellFormed && open.isEmpty && !rest.contains { $0 == "<" || $0 == ">" || $0 == "&" }
        }
    }
}
