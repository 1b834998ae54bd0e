import Foundation

extension CommandVerb {
    static let run = CommandVerb(
        name: "run", summary: "measure the cases chosen, print a table and write the results (the default)",
        flags: CommandFlag.selecting + CommandFlag.running + CommandFlag.common,
        example: "run --suite throughput --filter '*backlog=1000*' --rounds 9", choosesCases: true,
        exitCodes: [
            "4 a benchmark failed or an implementation broke its contract", "130 interrupted, results kept",
        ]
    ) { invocation throws(UsageError) in
        let settings = try RunSettings(invocation.parsed)
        let plan = try RunPlan(
            invocation.program.suites, selection: settings.selection, options: settings.options)
        guard !settings.isDryRun else {
            invocation.output.writeOutput(invocation.program.help.list(plan, settings.format))
            return 0
        }
        if AllocationPass.isChild {
            AllocationPass.pin(arguments: [invocation.program.name] + invocation.arguments)
            try await AllocationPass().count(plan) { invocation.output.writeOutput($0) }
            return 0
        }
        let warning = try settleAllocator(settings, invocation)
        let session = RunSession(
            command: invocation.program, settings: settings, plan: plan, arguments: invocation.arguments)
        return try await session.run(warning: warning)
    }

    /// - Returns: a warning, where the allocator is not the one asked for.
    private static func settleAllocator(
        _ settings: RunSettings, _ invocation: CommandInvocation
    ) throws(UsageError) -> String? {
        let decision = AllocatorSwitch.decide(
            settings.allocator, current: AllocatorProbe.current, environment: ProcessInfo.processInfo.environment)
        switch decision {
        case .stay: return nil
        case .warn(let warning): return warning
        case .fail(let line): throw UsageError(line)
        case .restart(let environment):
            let arguments = [invocation.program.name] + invocation.arguments
            let reason = AllocatorSwitch.restart(arguments: arguments, environment: environment)
            throw UsageError("--allocator system: cannot start anew without jemalloc: \(reason)")
        }
    }
}
