extension CommandVerb {
    static let profile = CommandVerb(
        name: "profile", summary: "record where one case spends its time and what it allocates",
        operands: ["CASE"],
        flags: [
            CommandFlag("--seconds", "S", help: "how long to record, for each of the two recordings (default 10)"),
            CommandFlag("--output", "DIR", help: "folder for the cases' folders, default 'results/profiles'"),
            CommandFlag("--compare", "DIR", help: "the folder of an earlier profile: says what has changed since"),
            CommandFlag("--profile", "NAME", help: "which cases there are: quick (default), standard or full"),
            CommandFlag("--call-graph", "KIND", help: "dwarf (default), or fp: cheaper, but blind in the allocator"),
            CommandFlag("--no-heap", help: "record the processor's time only"),
            CommandFlag("--keep-recording", help: "keep perf.data, which is large"),
        ] + CommandFlag.common.filter { $0.name != "--format" },
        example: "profile throughput/serial/producers=1,backlog=1000,body=empty --seconds 20"
    ) { invocation throws(UsageError) in
        let settings = try ProfileSettings(invocation.parsed)
        if let seconds = ProfiledCase.secondsAsChild {
            try ProfiledCase.enterFolder()
            let profiled = try ProfiledCase(
                settings.pattern, suites: invocation.program.suites, options: settings.options)
            try await profiled.run(seconds: seconds)
        } else {
            try ProfileSession(
                command: invocation.program, settings: settings, arguments: invocation.arguments
            ).run()
        }
        return 0
    }
}
