/// Which programs are there that only some commands need.
struct ProgramsCheck: HealthCheck {
    struct Program: Hashable {
        let name: String
        /// The command or script that needs it.
        let user: String
        /// What installs it.
        let remedy: String
    }
    let name = "programs"

    static let programs = [
        Program(name: "perf", user: "profile", remedy: "scripts/setup.sh --profile"),
        Program(name: "flamegraph", user: "profile", remedy: "scripts/setup.sh --profile"),
        Program(name: "jeprof", user: "profile", remedy: "scripts/setup.sh --profile"),
        Program(name: "dot", user: "profile", remedy: "scripts/setup.sh --profile"),
        Program(name: "gnuplot", user: "charts", remedy: "scripts/setup.sh --charts"),
        Program(name: "jq", user: "scripts/docs.sh", remedy: "scripts/setup.sh"),
    ]

    func examine() async -> HealthFinding {
        let finder = ProgramFinder.current
        return Self.judge(missing: Self.programs.filter { finder.path($0.name) == nil })
    }

    static func judge(missing: [Program]) -> HealthFinding {
        guard !missing.isEmpty else {
            return HealthFinding(
                .fine, found: programs.map(\.name).joined(separator: ", ") + " are there",
                meaning: "profiles and charts can be made")
        }
        let users = RunTable.ordered(missing.map(\.user)).joined(separator: ", ")
        return HealthFinding(
            .warning, found: "missing: " + missing.map(\.name).joined(separator: ", "),
            meaning: "needed by: \(users); measuring does not need them",
            advice: RunTable.ordered(missing.map(\.remedy)).joined(separator: "; "))
    }
}
