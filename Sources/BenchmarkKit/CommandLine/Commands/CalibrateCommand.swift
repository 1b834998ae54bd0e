import Foundation

extension CommandVerb {
    static let calibrate = CommandVerb(
        name: "calibrate", summary: "measure a build against itself: how often the gate errs, and what it can see here",
        operands: ["[BASE CANDIDATE]"],
        flags: [
            CommandFlag("--comparisons", "N", help: "that are drawn from the rounds, default 1000"),
            CommandFlag(
                "--of-rounds", "N",
                help:
                    "rounds of one comparison; default: the fewest with which three quarters of the figures show 5 %, or"
                    + " what the gate's configuration says"),
            CommandFlag("--write", "FILE", help: "write the configuration that follows, such as gate.json"),
            CommandFlag("--methods", help: "also try the other statistics, for comparison"),
            CommandFlag("--candidate", "PROGRAM", help: "the build to measure; default: this program"),
        ] + PairSettings.flags
            + CommandFlag.common.filter { $0.name != "--version" },
        example: "calibrate --rounds 40 --max-time 20 --write gate.json", choosesCases: true,
        exitCodes: ["130 interrupted"]
    ) { invocation throws(UsageError) in
        let format = try RunSettings.format(invocation.parsed)
        let comparisons = try count("--comparisons", invocation.parsed) ?? 1_000
        let configuration = try GateConfiguration.chosen(invocation.parsed)
        let wantedRounds = try count("--of-rounds", invocation.parsed)
        let seed = try RunSettings(invocation.parsed).seed ?? .random(in: 0...UInt64.max)
        guard let (base, candidate) = try await measuredPair(invocation) else { return 130 }
        let differences = try RoundDifferences(base: base, candidate: candidate, configuration: configuration)
        guard !differences.rows.isEmpty else {
            throw UsageError("no time of a case is gated: there is nothing to calibrate")
        }
        let ofRounds =
            wantedRounds ?? Calibration.fewestRounds(differences, configuration: configuration, seed: seed)
            ?? configuration.measurement.rounds
        let calibration = Calibration(
            differences, configuration: configuration, rounds: ofRounds, comparisons: comparisons, seed: seed)
        let table = CalibrationTable(calibration: calibration)
        invocation.output.writeOutput(table.data.text(format, table: table.text))
        if invocation.parsed.has("--methods") {
            let trials = MethodTrials(
                differences, configuration: configuration, rounds: ofRounds, comparisons: comparisons, seed: seed)
            invocation.output.writeOutput("\n" + trials.text)
        }
        if let path = invocation.parsed["--write"] {
            let text = GateConfigurationWriter.json(
                calibration.suggestion(
                    configuration, host: base.environment?.host ?? "an unknown machine",
                    date: base.environment?.start ?? "unknown"))
            do { try AtomicFile.write(text.utf8, to: path) } catch { throw UsageError("--write \(error)") }
        }
        return 0
    }

    private static func count(_ flag: String, _ parsed: ParsedArguments) throws(UsageError) -> Int? {
        guard let text = parsed[flag] else { return nil }
        return try RunSettings.count(flag, text, upTo: 1_000_000)
    }

    /// Read back, or measured now; `nil` where that was interrupted.
    private static func measuredPair(
        _ invocation: CommandInvocation
    ) async throws(UsageError) -> (RecordedRun, RecordedRun)? {
        let operands = invocation.parsed.operands
        guard operands.count != 1 else {
            throw UsageError("'calibrate' takes two folders of a pair, or none to measure one now")
        }
        guard operands.isEmpty else { return try RecordedRun.pair(operands) }
        let settings = try PairSettings(invocation)
        let program = invocation.parsed["--candidate"] ?? ChildProcess.ownPath
        let outcome = try await settings.measure(base: program, candidate: program, stopsEarly: false, invocation)
        return outcome.wasInterrupted ? nil : (outcome.base, outcome.candidate)
    }
}
