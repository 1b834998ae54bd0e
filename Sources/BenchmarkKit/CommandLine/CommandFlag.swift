/// A flag of the command line, as `--help` lists it and the parser accepts it.
struct CommandFlag: Sendable {
    let name: String
    /// What stands for its value in `--help`; `nil` for a switch.
    let value: String?
    let isRepeatable: Bool
    let help: String

    init(_ name: String, _ value: String? = nil, isRepeatable: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// Which cases, and how many of them.
    static let selecting = [
        CommandFlag("--suite", "A,B", help: "only these suites"),
        CommandFlag("--implementation", "A,B", help: "only these implementations"),
        CommandFlag(
            "--filter", "GLOB", isRepeatable: true,
            help: "only cases whose whole name matches, * any, ? one; with ! in front: not those; may be repeated"),
        CommandFlag("--limits", "1,2,4", help: "limits to measure, in suites that vary one"),
        CommandFlag("--profile", "NAME", help: "quick (default), standard or full; tiny only tests the harness"),
        CommandFlag("--time", "SECONDS", help: "time for each case, over all its rounds"),
        CommandFlag("--rounds", "N", help: "rounds of each case"),
        CommandFlag("--shard", "I/N", help: "the I-th of N parts of the run"),
        CommandFlag(
            "--trace", "FILE", isRepeatable: true,
            help: "what the suite scenarios replays in place of its own; 'trace' writes one; may be repeated"),
    ]
    static let common =
        [CommandFlag("--format", "NAME", help: "of standard output: table (default), csv, json or markdown")] + asking
    /// What every command answers.
    static let asking = [
        CommandFlag("--help", help: "this text"),
        CommandFlag("--version", help: "versions of the tool, its files and Swift, and the revision"),
    ]
    static let running = [
        CommandFlag("--seed", "N", help: "of all schedules and orders; default: a new one, noted in environment.json"),
        CommandFlag("--output", "DIR", help: "folder for results, default 'results'"),
        CommandFlag("--allocator", "NAME", help: "jemalloc (default) or system"),
        CommandFlag(
            "--allocations", "on|off", help: "count allocations in a process of its own (default on, with jemalloc)"),
        CommandFlag("--no-progress", help: "no progress: two lines on a terminal, else a line for each suite"),
        CommandFlag("--dry-run", help: "print the cases and the time expected; measure and write nothing"),
    ]
}
