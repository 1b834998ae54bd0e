import Foundation

extension CommandVerb {
    static let pair = CommandVerb(
        name: "pair", summary: "measure two builds in turns, and write two results folders for 'compare' and 'gate'",
        flags: [
            CommandFlag("--base", "PROGRAM", help: "the build to compare with"),
            CommandFlag("--candidate", "PROGRAM", help: "the build to judge; default: this program"),
        ] + PairSettings.flags + [CommandFlag("--help", help: "this text")],
        example: "pair --base ../before/.build/release/bench --suite throughput", choosesCases: true,
        exitCodes: ["130 interrupted, whole rounds kept"]
    ) { invocation throws(UsageError) in
        guard let base = invocation.parsed["--base"] else {
            throw UsageError("'pair' needs --base; write pair --base PROGRAM, the build to compare with")
        }
        let settings = try PairSettings(invocation)
        let outcome = try await settings.measure(
            base: base, candidate: invocation.parsed["--candidate"] ?? ChildProcess.ownPath, invocation)
        let folders = [outcome.base, outcome.candidate].map { "\(settings.session.output)/\($0.path)" }
        invocation.output.writeOutput(folders.map { "\($0)\n" }.joined())
        invocation.output.writeError(
            "\(outcome.rounds) rounds; \(invocation.program.name) compare \(folders.joined(separator: " "))"
                + " says what differs\n")
        return outcome.wasInterrupted ? 130 : 0
    }
}

/// What `pair` and `calibrate` are told on the command line, over what `gate.json` says.
struct PairSettings: Sendable {
    static let flags =
        [
            CommandFlag("--config", "FILE", help: "what to measure, default 'gate.json' where there is one"),
            CommandFlag("--rounds", "N", help: "rounds at most, each a process of both"),
            CommandFlag("--turns", "N", help: "into which a round of a case is divided, at most; default 20"),
            CommandFlag("--max-time", "MINUTES", help: "no further round that would end later"),
            CommandFlag("--no-early-end", help: "all rounds, also where everything gated is decided before"),
            CommandFlag("--seed", "N", help: "of all schedules and orders"),
            CommandFlag("--output", "DIR", help: "folder for results, default 'results'"),
            CommandFlag("--allocator", "NAME", help: "jemalloc (default) or system"),
        ] + CommandFlag.selecting.filter { !["--rounds", "--shard", "--trace"].contains($0.name) }

    let session: PairSession.Settings
    private let selection: [String]
    private let seconds: Double?
    private let allocator: AllocatorChoice

    init(_ invocation: CommandInvocation) throws(UsageError) {
        let parsed = invocation.parsed
        var configuration = try GateConfiguration.chosen(parsed)
        // Checks the flags that it shares with `run`.
        let run = try RunSettings(parsed)
        if parsed["--profile"] != nil { configuration.measurement.profile = run.options.profile }
        if let rounds = run.options.rounds { configuration.measurement.rounds = rounds }
        if let text = parsed["--turns"] {
            configuration.measurement.turns = try RunSettings.count("--turns", text, upTo: 10_000)
        }
        if let text = parsed["--max-time"] {
            guard let minutes = Double(text), minutes.isFinite, minutes > 0 else {
                throw UsageError("--max-time '\(text)' is not a time; write minutes above 0, as in --max-time 10")
            }
            configuration.measurement.minutes = minutes
        }
        var selection = ["--profile=\(configuration.measurement.profile.rawValue)"]
        for flag in ["--suite", "--implementation", "--limits"] {
            if let value = parsed[flag] { selection.append("\(flag)=\(value)") }
        }
        let filters = parsed.all("--filter")
        let isChosen = ["--suite", "--implementation", "--filter"].contains { parsed.has($0) }
        let patterns = isChosen ? filters : configuration.measurement.cases
        selection += patterns.map { "--filter=\($0)" }
        self.selection = selection
        seconds = run.options.secondsPerCase ?? configuration.measurement.seconds
        allocator = run.allocator
        session = PairSession.Settings(
            configuration: configuration, rounds: configuration.measurement.rounds,
            seconds: configuration.measurement.minutes * 60, seed: run.seed ?? .random(in: 0...UInt64.max),
            output: run.output, turns: configuration.measurement.turns, arguments: invocation.arguments,
            stopsEarly: !parsed.has("--no-early-end"))
    }

    func measure(
        base: String, candidate: String, stopsEarly: Bool = true, _ invocation: CommandInvocation
    ) async throws(UsageError) -> PairSession.Outcome {
        let interruption = invocation.program.interruption
        func build(_ path: String) -> ProgramBuild {
            ProgramBuild(
                path: path, selection: selection, seconds: seconds, allocator: allocator, interruption: interruption)
        }
        if invocation.program.catchesSignals { interruption.followSignals() }
        let output = invocation.output
        var settings = session
        settings.stopsEarly = settings.stopsEarly && stopsEarly
        let rounds = settings.rounds
        let pair = PairSession(
            base: build(base), candidate: build(candidate), settings: settings,
            interruption: interruption
        ) { round, share in
            guard output.errorIsTerminal else { return }
            output.writeError("\rround \(round + 1) of at most \(rounds), \(Int(share * 100)) %\u{1B}[K")
        }
        let outcome = try await pair.run()
        if output.errorIsTerminal { output.writeError("\r\u{1B}[K") }
        return outcome
    }
}
