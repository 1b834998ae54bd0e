import Foundation

extension CommandVerb {
    static let gate = CommandVerb(
        name: "gate", summary: "compare two results folders against thresholds, and end with one verdict",
        operands: ["BASE", "CANDIDATE"],
        flags: [
            CommandFlag("--config", "FILE", help: "thresholds, default 'gate.json' where there is one"),
            CommandFlag(
                "--allow-different", help: "also gate what differs in host, allocator or version, or was not paired"),
            CommandFlag(
                "--format", "NAME",
                help: "of standard output: table (default), github (annotations and a step summary), junit or json"),
            CommandFlag("--help", help: "this text"),
        ],
        example: "gate results/20261201T101500Z-1a2b-base results/20261201T101500Z-1a2b-candidate --format github",
        exitCodes: [
            "1 something got slower or allocates more", "3 too noisy to say",
            "4 a case failed or broke its contract",
        ]
    ) { invocation throws(UsageError) in
        let format = try RunSettings.choice("--format", GateFormat.self, invocation.parsed) ?? .table
        let configuration = try GateConfiguration.chosen(invocation.parsed)
        let (base, candidate) = try RecordedRun.pair(invocation.parsed.operands)
        let gate = try RegressionGate(base: base, candidate: candidate, configuration: configuration)
        guard gate.comparison.differences.isEmpty || invocation.parsed.has("--allow-different") else {
            throw UsageError(
                "the two cannot be gated: \(gate.comparison.differences.joined(separator: "; "));"
                    + " measure both with 'pair', or say --allow-different")
        }
        let report = GateReport(gate: gate, configuration: configuration)
        invocation.output.writeOutput(report.text(format))
        if format == .github { try report.appendSummary() }
        return gate.exitCode
    }
}

extension GateConfiguration {
    static let defaultFile = "gate.json"

    /// From `--config`, or `gate.json` in the current folder, or the standard one.
    static func chosen(_ arguments: ParsedArguments) throws(UsageError) -> GateConfiguration {
        if let path = arguments["--config"] { return try GateConfigurationReader.read(path: path) }
        guard FileManager.default.fileExists(atPath: defaultFile) else { return .standard }
        return try GateConfigurationReader.read(path: defaultFile)
    }
}

extension GateReport {
    /// Where GitHub names a file for it.
    func appendSummary() throws(UsageError) {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(summary.utf8))
            try file.close()
        } catch {
            throw UsageError("GITHUB_STEP_SUMMARY \(path): cannot be written")
        }
    }
}
