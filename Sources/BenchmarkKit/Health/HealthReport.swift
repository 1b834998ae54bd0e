/// What all checks found, as `doctor` prints it.
struct HealthReport {
    let findings: [(check: String, finding: HealthFinding)]

    /// 4 where figures taken here would be wrong; warnings are no failure.
    var exitCode: Int32 { findings.contains { $0.finding.level == .problem } ? 4 : 0 }

    func text(_ format: OutputFormat) -> String {
        data.text(format, table: table)
    }

    private var data: DataText {
        DataText(
            columns: ["check", "level", "found", "meaning", "advice"],
            rows: findings.map { check, finding in
                [check, finding.level.rawValue, finding.found, finding.meaning, finding.advice]
            }, numberColumns: [])
    }

    /// The level and the check stand alone in front of what is said of them.
    private var table: String {
        let levels = HealthFinding.Level.allCases.map(\.rawValue.count).max() ?? 0
        let indent = levels + 2 + (findings.map(\.check.count).max() ?? 0) + 2
        var lines: [String] = []
        for (check, finding) in findings {
            var start = finding.level.rawValue.padded(to: levels + 2) + check.padded(to: indent - levels - 2)
            for text in [finding.found, "→ \(finding.meaning)", finding.advice.isEmpty ? "" : "do: \(finding.advice)"]
            where !text.isEmpty {
                lines += TextTable.wrap(
                    text, width: RunTable.width, indent: start, hanging: String(repeating: " ", count: indent))
                start = String(repeating: " ", count: indent)
            }
        }
        return (lines + ["", conclusion]).joined(separator: "\n") + "\n"
    }

    private var conclusion: String {
        let warnings = findings.count { $0.finding.level == .warning }
        let problems = findings.count { $0.finding.level == .problem }
        if problems > 0 { return "Do not trust figures from here: \(Self.number(problems, "problem"))." }
        if warnings > 0 { return "Figures from here are usable, with \(Self.number(warnings, "warning"))." }
        return "This machine is fit to measure on."
    }

    private static func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
