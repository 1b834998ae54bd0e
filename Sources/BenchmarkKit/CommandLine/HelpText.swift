/// What `--help`, `--version` and `list` print beside the data.
struct HelpText {
    static let width = 80
    let name: String
    let version: String
    let suites: [any BenchmarkSuite]

    /// - Parameter verb: `nil` for the help of the whole command.
    func help(_ verb: CommandVerb?) -> String {
        let shown = verb ?? CommandVerb.all[0]
        var lines: [String] = []
        if let verb {
            lines += TextTable.wrap("\(name) \(verb.synopsis): \(verb.summary).", width: Self.width, hanging: "  ")
        } else {
            lines.append("\(name): measures implementations side by side and says how sure it is.")
            lines += ["", "commands:"]
            for verb in CommandVerb.all { lines += Self.entry(verb.name, verb.summary, column: 11) }
            lines += ["", "\(name) COMMAND --help says more."]
        }
        lines += ["", "flags\(verb == nil ? " of \(shown.name)" : "") (--flag value or --flag=value):"]
        for flag in shown.flags {
            lines += Self.entry(flag.name + (flag.value.map { " \($0)" } ?? ""), flag.help, column: 23)
        }
        if !suites.isEmpty, shown.choosesCases {
            lines += ["", "suites:"]
            let column = min((suites.map(\.name.count).max() ?? 0) + 2, 23)
            for suite in suites { lines += Self.entry(suite.name, suite.question, column: column) }
        }
        lines += ["", "example:", "  \(name) \(shown.example)", "", "exit codes:"]
        let codes = ["0 fine", "2 wrong usage, unreadable input or unwritable output"] + shown.exitCodes
        lines += TextTable.wrap(codes.joined(separator: "; "), width: Self.width, indent: "  ")
        return lines.joined(separator: "\n") + "\n"
    }

    var versions: String {
        let revision = SourceRevision.current()
        let dirty = revision.isDirty == true ? " (with changes)" : ""
        return """
            \(name) \(version)
            csv schema \(SummaryRow.schema)
            swift \(Machine.swiftVersion) (\(Machine.optimisation))
            revision \(revision.commit)\(dirty)

            """
    }

    /// The cases of a plan, for `list`.
    func list(_ plan: RunPlan, _ format: OutputFormat) -> String {
        let data = DataText(
            columns: ["case", "suite", "implementation", "parameters", "reference", "rounds", "seconds", "skipped"],
            rows: plan.cases.map { planned in
                let it = planned.benchmarkCase
                return [
                    it.description, it.suite, it.implementation, it.parameterText, planned.isReference ? "yes" : "no",
                    "\(planned.rounds(plan.options))", CSVWriter.cell(planned.expectedSeconds(plan.options)),
                    planned.skipReason ?? "",
                ]
            },
            numberColumns: ["rounds", "seconds"])
        return data.text(format, table: listTable(plan))
    }

    private func listTable(_ plan: RunPlan) -> String {
        var lines: [String] = []
        for suite in RunTable.ordered(plan.groups.map(\.suite)) {
            let question = suites.first { $0.name == suite }?.question ?? ""
            lines += TextTable.wrap("\(suite): \(question)", width: RunTable.width, hanging: "  ")
            for planned in plan.cases where planned.benchmarkCase.suite == suite {
                let mark = planned.isReference ? " *" : planned.skipReason.map { " (skipped: \($0))" } ?? ""
                lines.append("  \(planned.benchmarkCase)\(mark)")
            }
            lines.append("")
        }
        let references = plan.cases.contains(where: \.isReference) ? "; ratios are taken against those with *" : ""
        lines.append(
            "\(plan.cases.count) cases, about \(Readable.seconds(plan.expectedSeconds)) to measure\(references)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// `  name   text`, the text wrapped behind `column`.
    private static func entry(_ name: String, _ text: String, column: Int) -> [String] {
        let hanging = String(repeating: " ", count: column + 2)
        var start = "  \(name)"
        guard start.count < hanging.count else {
            return [start] + TextTable.wrap(text, width: width, indent: hanging)
        }
        start += String(repeating: " ", count: hanging.count - start.count)
        return TextTable.wrap(text, width: width, indent: start, hanging: hanging)
    }
}
