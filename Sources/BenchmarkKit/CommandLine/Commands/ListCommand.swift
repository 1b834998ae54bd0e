extension CommandVerb {
    static let list = CommandVerb(
        name: "list", summary: "show the cases that the same flags choose, and measure nothing",
        flags: CommandFlag.selecting + CommandFlag.common, example: "list --profile full --format csv",
        choosesCases: true
    ) { invocation throws(UsageError) in
        let settings = try RunSettings(invocation.parsed)
        let plan = try RunPlan(
            invocation.program.suites, selection: settings.selection, options: settings.options)
        invocation.output.writeOutput(invocation.program.help.list(plan, settings.format))
        return 0
    }
}
