import Testing

@testable import BenchmarkKit

struct HealthReportTests {
    private let fine = HealthFinding(.fine, found: "27 ns", meaning: "of no account")
    private let warning = HealthFinding(.warning, found: "busy", meaning: "times are longer", advice: "wait")
    private let problem = HealthFinding(.problem, found: "goes back", meaning: "all is wrong", advice: "change it")

    @Test func `Each check says what was found, what it means and what to do`() {
        #expect(
            HealthReport(findings: [("clock", fine), ("other load", warning)]).text(.table) == """
                ok       clock       27 ns
                                     → of no account
                warning  other load  busy
                                     → times are longer
                                     do: wait

                Figures from here are usable, with 1 warning.

                """)
    }

    @Test func `Warnings are no failure, and what makes figures wrong is one`() {
        #expect(HealthReport(findings: [("a", fine), ("b", warning)]).exitCode == 0)
        let report = HealthReport(findings: [("a", problem), ("b", warning), ("c", problem)])
        #expect(report.exitCode == 4)
        #expect(report.text(.table).hasSuffix("\nDo not trust figures from here: 2 problems.\n"))
        #expect(HealthReport(findings: [("a", fine)]).text(.table).hasSuffix("\nThis machine is fit to measure on.\n"))
    }

    @Test func `Long texts are wrapped beside their check`() {
        let long = HealthFinding(.fine, found: String(repeating: "word ", count: 40), meaning: "m")
        let lines = HealthReport(findings: [("a", long)]).text(.table).split(separator: "\n")
        #expect(lines[0].count <= 110)
        #expect(lines[1].hasPrefix("            word word"))
    }

    @Test func `The other formats have a row a check`() {
        let report = HealthReport(findings: [("clock", fine), ("load", warning)])
        #expect(report.text(.csv).hasPrefix("check,level,found,meaning,advice\nclock,ok,27 ns,of no account,\n"))
        #expect(report.text(.json).contains("\"check\": \"load\", \"level\": \"warning\""))
        #expect(report.text(.markdown).contains("| load | warning | busy | times are longer | wait |"))
    }

    @Test func `The command's help says that warnings are no failure`() async {
        let output = CapturedOutput()
        let command = BenchmarkCommand(
            name: "bench", version: "1", suites: [], output: output, catchesSignals: false)
        #expect(await command.run(arguments: ["doctor", "--help"]) == 0)
        let words = output.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("0 with warnings as well; 4 figures taken here would be wrong"))
    }
}
