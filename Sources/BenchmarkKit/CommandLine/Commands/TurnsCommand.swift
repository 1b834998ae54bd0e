import Foundation

extension CommandVerb {
    static let turns = CommandVerb(
        name: "turns", summary: "measure a turn of a case whenever a line on standard input asks for it; for 'pair'",
        flags: CommandFlag.selecting + [
            CommandFlag("--turns", "N", help: "into which a round of a case is divided, default 1")
        ] + CommandFlag.running.filter { ["--seed", "--allocator"].contains($0.name) } + CommandFlag.asking,
        example: "turns --filter 'throughput/serial/*' --turns 20 --seed 1"
    ) { invocation throws(UsageError) in
        let parsed = invocation.parsed
        let settings = try RunSettings(parsed)
        let turns = try parsed["--turns"].map { (text) throws(UsageError) in
            try RunSettings.count("--turns", text, upTo: 10_000)
        }
        let plan = try RunPlan(
            invocation.program.suites, selection: settings.selection, options: settings.options)
        if AllocationPass.isChild {
            try await invocation.countAllocations(plan)
            return 0
        }
        _ = try invocation.settleAllocator(settings)
        let seed = settings.seed ?? .random(in: 0...UInt64.max)
        let (start, load) = (Machine.timestamp(), invocation.program.load())
        var server = TurnServer(plan, seed: seed, turns: turns ?? 1) {
            EnvironmentRecord(
                invocation.program, settings, arguments: invocation.arguments, runID: "", seed: seed,
                revision: .current(), start: start, loadBefore: load)
        } count: { () throws(UsageError) in
            guard AllocatorProbe.current.name == "jemalloc" else { return [] }
            return try invocation.program.allocationPass(invocation.arguments)
        }
        for await line in LineReader.lines(of: .standardInput) {
            guard let request = TurnLine.read(TurnRequest.self, line) else {
                throw UsageError("standard input: '\(line.prefix(60))' is no request; 'pair' makes them")
            }
            invocation.output.writeOutput(TurnLine.write(await server.answer(request)))
        }
        return 0
    }
}
