extension CommandVerb {
    static let trace = CommandVerb(
        name: "trace", summary: "write what users of an app do, made up from a seed, as a file for --trace",
        operands: ["SCENARIO"],
        flags: [
            CommandFlag("--seed", "N", help: "what the trace follows from, default 1"),
            CommandFlag("--users", "N", help: "how many people use the app, default 8"),
            CommandFlag("--records", "N", help: "how many records it has, default 64"),
            CommandFlag("--latency", "MICROSECONDS", help: "that its service takes to answer, default 4000"),
            CommandFlag("--time", "SECONDS", help: "how long they use it, default 1"),
            CommandFlag("--output", "FILE", help: "where to write, in place of standard output"),
            CommandFlag("--help", help: "this text"),
            CommandFlag("--version", help: "versions of the tool, its files and Swift, and the revision"),
        ],
        example: "trace notebook --seed 7 --users 16 --output busy.jsonl"
    ) { invocation throws(UsageError) in
        let text = TraceWriter.text(try generator(invocation.parsed).trace())
        guard let path = invocation.parsed["--output"] else {
            invocation.output.writeOutput(text)
            return 0
        }
        do { try AtomicFile.write(text.utf8, to: path) } catch { throw UsageError("--output \(error)") }
        return 0
    }

    private static func generator(_ arguments: ParsedArguments) throws(UsageError) -> TraceGenerator {
        let name = arguments.operands[0]
        guard let scenario = ScenarioKind(rawValue: name) else {
            throw UsageError.unknown(
                "scenario", name, among: ScenarioKind.allCases.map(\.rawValue), hint: "see --help")
        }
        var generator = TraceGenerator(
            scenario: scenario, seed: 1, users: 8, records: 64, latencyMicroseconds: 4_000, seconds: 1)
        if let text = arguments["--seed"] {
            generator.seed = try RunSettings.seed(text, upTo: TraceGenerator.largestSeed)
        }
        if let text = arguments["--users"] { generator.users = try RunSettings.count("--users", text, upTo: 1_000) }
        if let text = arguments["--records"] {
            generator.records = try RunSettings.count("--records", text, upTo: 100_000)
        }
        if let text = arguments["--latency"] {
            generator.latencyMicroseconds = try RunSettings.count("--latency", text, upTo: 10_000_000)
        }
        if let text = arguments["--time"] {
            guard let seconds = Double(text), seconds > 0, seconds <= 3_600 else {
                throw UsageError("--time '\(text)' is not possible; write seconds above 0, up to 3600")
            }
            generator.seconds = seconds
        }
        return generator
    }
}
