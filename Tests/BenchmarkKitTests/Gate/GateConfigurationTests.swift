import Foundation
import Testing

@testable import BenchmarkKit

@Suite("gate.json")
struct GateConfigurationTests {
    private func read(_ text: String) throws(UsageError) -> GateConfiguration {
        try GateConfigurationReader.read(Data(text.utf8), file: "gate.json")
    }

    private let whole = """
        {
          "schema": 1,
          "level": 0.02,
          "measure": {"profile": "standard", "cases": ["throughput/*", "!*sleep*"], "seconds": 0.1, "rounds": 12, "turns": 7, "minutes": 5},
          "rules": [
            {"metrics": ["allocations"], "exact": true},
            {"cases": ["*/grouped/*"], "metrics": ["*"], "ignore": true},
            {"cases": ["*"], "metrics": ["operation_time"], "threshold": 0.05, "minimum_difference": 3, "blindness": 0.2}
          ],
          "calibration": {
            "host": "h", "date": "2026-12-01T10:00:00Z", "rounds": 20, "comparisons": 1000, "false_alarms": 5,
            "figures": [
              {"case": "throughput/serial/x=1", "metric": "operation_time", "smallest_change": 0.04},
              {"case": "throughput/serial/x=2", "metric": "operation_time"}
            ]
          }
        }
        """

    @Test("every key means what it says, and the first rule that matches counts")
    func keys() throws {
        let configuration = try read(whole)
        #expect(configuration.level == 0.02)
        let measurement = configuration.measurement
        #expect(measurement.profile == .standard && measurement.cases == ["throughput/*", "!*sleep*"])
        #expect(measurement.seconds == 0.1 && measurement.rounds == 12 && measurement.minutes == 5)
        #expect(measurement.turns == 7)
        let (time, allocations) = (
            MetricDefinition("operation_time", unit: "ns"), MetricDefinition("allocations", unit: "")
        )
        #expect(configuration.rule("throughput/grouped/x=1", allocations)?.comparison == .exact)
        let ignored = try #require(configuration.rule("throughput/grouped/x=1", time))
        #expect(ignored.comparison == nil)
        let rule = try #require(configuration.rule("throughput/serial/x=1", time))
        #expect(rule.comparison == ComparisonRule(threshold: 0.05, minimumDifference: 3) && rule.blindness == 0.2)
        #expect(configuration.rule("throughput/serial/x=1", MetricDefinition("other", unit: "ns")) == nil)
        let calibration = try #require(configuration.calibration)
        #expect(calibration.comparisons == 1_000 && calibration.falseAlarms == 5 && calibration.figures.count == 2)
        #expect(calibration.smallestChange("throughput/serial/x=1", "operation_time") == 0.04)
        #expect(calibration.smallestChange("throughput/serial/x=2", "operation_time") == nil)
    }

    @Test("what is written reads back as it was")
    func writer() throws {
        for configuration in [try read(whole), .standard] {
            #expect(try read(GateConfigurationWriter.json(configuration)) == configuration)
        }
    }

    @Test(
        "a mistake is an error that names its line and says what to do",
        arguments: [
            ("{", "gate.json:1: this is not JSON"),
            ("", "gate.json:1: this is not JSON"),
            ("[1]", "gate.json:1: the file must hold one {…}"),
            ("{}", "\"schema\" must be 1"),
            ("{\"schema\": 2, \"rules\": [{}]}", "gate.json:1: \"schema\" must be 1"),
            ("{\"schema\": 1}", "\"rules\" must be a list of at least one rule"),
            ("{\"schema\": 1,\n\"rulez\": []}", "gate.json:2: unknown key \"rulez\"; did you mean \"rules\"?"),
            (
                "{\"schema\": 1,\n\"rules\": [\n{\"treshold\": 1}]}",
                "gate.json:3: unknown key \"treshold\"; did you mean \"threshold\"?"
            ),
            (
                "{\"schema\": 1,\n\"rules\": [{\"threshold\": \"3 %\"}]}",
                "gate.json:2: \"threshold\" must be a number from 0 to 10"
            ),
            ("{\"schema\": 1, \"rules\": [{\"threshold\": true}]}", "\"threshold\" must be a number"),
            ("{\"schema\": 1, \"rules\": [{\"exact\": 1}]}", "\"exact\" must be true or false"),
            ("{\"schema\": 1, \"rules\": [{\"cases\": []}]}", "\"cases\" must be a list of at least one pattern"),
            ("{\"schema\": 1, \"rules\": [{\"cases\": [\"!\"]}]}", "\"cases\" must be a list of at least one pattern"),
            ("{\"schema\": 1, \"level\": 1, \"rules\": [{}]}", "\"level\" must be a number from"),
            (
                "{\"schema\": 1, \"measure\": {\"rounds\": 5}, \"rules\": [{}]}",
                "\"rounds\" must be a number from 6 to 1000"
            ),
            ("{\"schema\": 1, \"measure\": {\"rounds\": 6.5}, \"rules\": [{}]}", "\"rounds\" must be a whole number"),
            ("{\"schema\": 1, \"measure\": {\"profile\": \"fast\"}, \"rules\": [{}]}", "\"profile\" must be quick"),
            ("{\"schema\": 1, \"rules\": [3]}", "\"rules\" must hold {…}"),
            ("{\"schema\": 1, \"measure\": {\"turns\": 0}, \"rules\": [{}]}", "\"turns\" must be a number from 1"),
            ("{\"schema\": 1, \"measure\": {\"turns\": 2.5}, \"rules\": [{}]}", "\"turns\" must be a whole number"),
            ("{\"schema\": 1, \"rules\": [{}], \"calibration\": {}}", "\"calibration\" lacks one of host, date"),
            (
                "{\"schema\": 1, \"rules\": [{}], \"calibration\": {\"host\": \"h\", \"date\": \"d\", \"rounds\": 9,"
                    + " \"comparisons\": 10, \"false_alarms\": 11, \"figures\": []}}",
                "\"false_alarms\" must be a number from 0 to 10"
            ),
            (
                "{\"schema\": 1, \"rules\": [{}], \"calibration\": {\"host\": \"h\", \"date\": \"d\", \"rounds\": 9,"
                    + " \"comparisons\": 10, \"false_alarms\": 1, \"figures\": [{\"case\": \"c\"}]}}",
                "each of \"figures\" has a \"case\" and a \"metric\""
            ),
        ])
    func mistakes(text: String, complaint: String) {
        let error = #expect(throws: UsageError.self) { try read(text) }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "nothing")")
    }

    @Test("mutated files are read or refused with their name and a line, and never crash the reader")
    func fuzz() {
        var generator = SeededGenerator(seed: 3)
        var refused = 0
        for _ in 0..<1_500 {
            do throws(UsageError) {
                _ = try GateConfigurationReader.read(Mutation.mutated(Data(whole.utf8), &generator), file: "gate.json")
            } catch {
                refused += 1
                let names = error.description.prefixMatch(of: /gate\.json:[0-9]+:.+/) != nil
                #expect(names, "\(error)")
            }
        }
        #expect(refused > 750 && refused < 1_500)
    }
}
