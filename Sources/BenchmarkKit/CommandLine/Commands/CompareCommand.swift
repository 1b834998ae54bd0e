extension CommandVerb {
    static let compare = CommandVerb(
        name: "compare", summary: "say of two results folders what became faster or slower, and how sure that is",
        operands: ["BASE", "CANDIDATE"],
        flags: [
            CommandFlag(
                "--filter", "GLOB", isRepeatable: true, help: "only cases whose whole name matches, as in 'run'"),
            CommandFlag("--metric", "GLOB", isRepeatable: true, help: "only metrics whose name matches"),
        ] + CommandFlag.common,
        example: "compare results/20261201T101500Z-1a2b-base results/20261201T101500Z-1a2b-candidate"
    ) { invocation throws(UsageError) in
        let format = try RunSettings.format(invocation.parsed)
        let cases = try CaseFilter(invocation.parsed.all("--filter"))
        let metrics = invocation.parsed.all("--metric").map(Glob.init)
        let (base, candidate) = try RecordedRun.pair(invocation.parsed.operands)
        let comparison = try Comparison(base: base, candidate: candidate) { name, metric in
            guard cases.chooses(name), metrics.isEmpty || metrics.contains(where: { $0.matches(metric.name) }) else {
                return nil
            }
            return .standard(metric: metric)
        }
        guard !comparison.metrics.isEmpty || !comparison.broken.isEmpty else {
            throw UsageError("the two have no case and metric in common that the flags choose")
        }
        let table = ComparisonTable(comparison: comparison)
        invocation.output.writeOutput(DataText(comparison).text(format, table: table.text))
        return 0
    }
}

extension RecordedRun {
    /// The two that a command names.
    static func pair(_ paths: [String]) throws(UsageError) -> (base: RecordedRun, candidate: RecordedRun) {
        (try RecordedRun(path: paths[0]), try RecordedRun(path: paths[1]))
    }
}
