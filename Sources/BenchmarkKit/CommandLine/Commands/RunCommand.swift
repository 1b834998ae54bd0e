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
            try await invocation.countAllocations(plan)
            return 0
        }
        let warning = try invocation.settleAllocator(settings)
        let session = RunSession(
            command: invocation.program, settings: settings, plan: plan, arguments: invocation.arguments)
        return try await session.run(warning: warning)
    }
}
