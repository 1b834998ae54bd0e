/// A command of the program: the first word of the command line, what may follow it, and what it does.
///
/// To add one write a file beside `RunCommand.swift` and add it to ``all``.
struct CommandVerb: Sendable {
    let name: String
    /// What `--help` says of it, without a full stop.
    let summary: String
    /// What must follow its name, in `--help`'s words: `BASE CANDIDATE`. One in brackets may be left out; a last one that
    /// ends with `…` stands for one or more.
    var operands: [String] = []
    let flags: [CommandFlag]
    /// Behind the program's name.
    let example: String
    /// Whether `--help` lists the suites.
    var choosesCases = false
    /// Its exit codes beside 0 and 2, for `--help`.
    var exitCodes: [String] = []
    /// Returns the exit code.
    let action: @Sendable (CommandInvocation) async throws(UsageError) -> Int32

    /// In the order of `--help`. The first is the one meant where the command line names none.
    static let all: [CommandVerb] = [
        .run, .list, .trace, .compare, .gate, .pair, .turns, .calibrate, .merge, .chart, .report, .profile, .doctor,
    ]

    /// Its name with what must follow.
    var synopsis: String { ([name] + operands).joined(separator: " ") }

    /// Whether the last of ``operands`` may be repeated.
    var takesMoreOperands: Bool { operands.last?.hasSuffix("…") ?? false }

    /// How many operands there must be, and may be.
    var operandCounts: ClosedRange<Int> {
        let words = operands.flatMap { $0.split(separator: " ") }.count
        let needed = operands.count { !$0.hasPrefix("[") }
        return needed...(takesMoreOperands ? Int.max : words)
    }

    static func named(_ name: String) -> CommandVerb? { all.first { $0.name == name } }
}

/// One call of a command.
struct CommandInvocation: Sendable {
    /// The program, with its suites and where it writes.
    let program: BenchmarkCommand
    let parsed: ParsedArguments
    /// As the program was given them, without its name.
    let arguments: [String]

    var output: any CommandOutput { program.output }
}
