/// What a reader has to know of how the figures came about.
extension RunReport {
    var noiseSection: ReportSection {
        let rows = run.rows
        let measured = rows.count { $0.metric != nil }
        let noisy = rows.count { $0.status == .noisy }
        var lines: [HTML] = []
        let threshold = Readable.number(NoiseCriterion().threshold * 100)
        lines.append(
            noisy == 0
                ? "<p>Every figure, or its ratio, is known to \(threshold) %.</p>"
                : """
                <p>Of \(measured) figures \(noisy) are <em>noisy</em>: neither their median nor its ratio is known to
                \(threshold) %, since the rounds spread by more. Repeat with more --rounds, or on a quieter machine.</p>
                """)
        for (word, meaning) in [
            ("invalid", "broke the implementation's contract, and mean nothing"), ("failed", "failed"),
            ("partial", "were interrupted before all rounds were done"),
        ] {
            let bad = rows.filter { $0.status.word == word }
            guard !bad.isEmpty else { continue }
            let items = bad.map { row -> HTML in
                "<li>\(row.caseName)\(row.status.reason.map { ": \($0)" } ?? "")</li>"
            }
            lines.append("<p class=\"warn\">\(bad.count) figures or cases \(meaning):</p><ul>\(items.lines)</ul>")
        }
        let skipped = rows.filter { $0.status.word == "skipped" }
        if !skipped.isEmpty {
            let items = skipped.map { "<li>\($0.caseName): \($0.status.reason ?? "")</li>" as HTML }
            lines.append(
                "<details><summary>\(skipped.count) cases were skipped</summary><ul>\(items.lines)</ul></details>")
        }
        let notes = run.environment.notes.map { "<li>\($0)</li>" as HTML }
        if notes.count > 8 {
            lines.append("<details><summary>\(notes.count) notes of the run</summary><ul>\(notes.lines)</ul></details>")
        } else if !notes.isEmpty {
            lines.append("<p>Notes of the run:</p><ul>\(notes.lines)</ul>")
        }
        return ReportSection(id: "noise", title: "How sure it is", body: lines.lines)
    }

    var environmentSection: ReportSection {
        let entries = Self.facts(run.environment).map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML }
        return ReportSection(id: "environment", title: "Environment", body: "<dl>\(entries.lines)</dl>")
    }

    static func facts(_ environment: EnvironmentRecord) -> [(name: String, value: String)] {
        func load(_ load: [Double]?) -> String { load?.map(Readable.number).joined(separator: ", ") ?? "unknown" }
        return [
            ("run", environment.runID), ("tool", environment.tool), ("host", environment.host),
            ("processor", environment.cpuModel ?? "unknown"), ("processors", "\(environment.cpuCount)"),
            ("governor", environment.governor ?? "none to read"), ("kernel", environment.kernel),
            ("memory", Readable.value(Double(environment.memoryBytes), unit: "B")),
            ("load before (1, 5, 15 min)", load(environment.loadBefore)), ("load after", load(environment.loadAfter)),
            (
                "allocator",
                [environment.allocator.name, environment.allocator.version].compactMap { $0 }.joined(separator: " ")
            ),
            ("Swift", "\(environment.swiftVersion), \(environment.optimisation)"),
            ("revision", environment.revision + (environment.dirty == true ? " (with changes)" : "")),
            ("seed", "\(environment.seed)"), ("profile", environment.profile),
            ("start", environment.start), ("end", environment.end),
        ]
    }

    var reproductionSection: ReportSection {
        let environment = run.environment
        let changed: HTML =
            environment.dirty == true
            ? "<p class=\"warn\">The tree had changes that are in no revision: the same figures need the same changes.</p>"
            : ""
        return ReportSection(
            id: "reproduce", title: "How to reproduce",
            body: """
                <pre><code>\(Self.commands(environment))</code></pre>
                \(changed)
                <p>The seed repeats all schedules and orders; times differ from machine to machine, ratios by less. The figures
                of this page are those of <code>summary.csv</code>, each sample is in <code>samples.csv</code>.</p>
                """)
    }

    /// Commands for a shell, from a checkout to the run.
    static func commands(_ environment: EnvironmentRecord) -> String {
        let program = environment.tool.split(separator: " ").first.map(String.init) ?? "bench"
        var arguments = environment.arguments
        // The arguments that say nothing mean a run.
        if arguments.first.map({ $0.hasPrefix("-") }) ?? true { arguments.insert("run", at: 0) }
        if !arguments.contains(where: { $0 == "--seed" || $0.hasPrefix("--seed=") }) {
            arguments += ["--seed", "\(environment.seed)"]
        }
        let checkout = environment.revision == "unknown" ? [] : ["git checkout \(environment.revision)"]
        let call = ([program] + arguments).map(quoted).joined(separator: " ")
        return (checkout + ["scripts/setup.sh", "swift run -c release \(call)"]).joined(separator: "\n")
    }

    /// For a POSIX shell.
    static func quoted(_ argument: String) -> String {
        let plain = argument.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_=./,:%+@".unicodeScalars.contains(scalar))
        }
        return plain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
    }
}
