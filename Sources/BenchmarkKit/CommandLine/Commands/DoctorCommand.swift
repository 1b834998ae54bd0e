extension CommandVerb {
    static let doctor = CommandVerb(
        name: "doctor", summary: "check this machine: what it means for results, and what to do",
        flags: CommandFlag.common, example: "doctor --format markdown",
        exitCodes: ["0 with warnings as well", "4 figures taken here would be wrong"]
    ) { invocation throws(UsageError) in
        if AllocatorCheck.isChild {
            _ = try AllocationCounter()
            return 0
        }
        let format = try RunSettings.choice("--format", OutputFormat.self, invocation.parsed) ?? .table
        let report = await examine(checks, invocation)
        invocation.output.writeOutput(report.text(format))
        return report.exitCode
    }

    private static let checks: [any HealthCheck] = [
        AllocatorCheck(), ClockCheck(), CoresCheck(), LoadCheck(), DriftCheck(), TimerCheck(), GovernorCheck(),
        BuildCheck(), PerfCheck(), ProgramsCheck(),
    ]

    private static func examine(_ checks: [any HealthCheck], _ invocation: CommandInvocation) async -> HealthReport {
        var findings: [(check: String, finding: HealthFinding)] = []
        for check in checks {
            // Some take seconds.
            if invocation.output.errorIsTerminal { invocation.output.writeError("\r\(check.name) …\u{1B}[K") }
            findings.append((check.name, await check.examine()))
        }
        if invocation.output.errorIsTerminal { invocation.output.writeError("\r\u{1B}[K") }
        return HealthReport(findings: findings)
    }
}
