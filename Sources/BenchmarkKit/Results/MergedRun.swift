/// The cases of several runs as one run.
struct MergedRun {
    let identity: RunIdentity
    let environment: EnvironmentRecord
    let results: [CaseResult]
    let rows: [SummaryRow]

    /// - Parameter allowsDifferent: Whether hosts, allocators and versions may differ.
    /// - Throws: `UsageError` where rows cannot be combined: a case twice, or runs of another kind.
    init(_ runs: [RecordedRun], allowsDifferent: Bool) throws(UsageError) {
        var origins: [String: String] = [:]
        for run in runs {
            for result in run.results {
                let name = result.benchmarkCase.description
                if let other = origins.updateValue(run.path, forKey: name) {
                    throw UsageError("\(run.path): has the case \(name), and so has \(other); a case can be there once")
                }
            }
        }
        var environments: [EnvironmentRecord] = []
        for run in runs {
            guard let environment = run.environment else {
                throw UsageError(
                    "\(run.path): has no environment.json, so that nobody knows what it can be merged with")
            }
            environments.append(environment)
        }
        let first = environments[0]
        for (run, other) in zip(runs, environments) where !allowsDifferent {
            let differences = [
                ("revision", first.revision, other.revision), ("host", first.host, other.host),
                ("allocator", first.allocator.description, other.allocator.description),
                ("optimisation", first.optimisation, other.optimisation), ("tool", first.tool, other.tool),
                ("profile", first.profile, other.profile), ("seed", "\(first.seed)", "\(other.seed)"),
            ]
            for (what, mine, theirs) in differences where mine != theirs {
                throw UsageError(
                    "\(run.path): its \(what) is \(theirs), and that of \(runs[0].path) \(mine); --allow-different merges"
                        + " them all the same")
            }
        }
        let start = environments.map(\.start).min() ?? first.start
        identity = RunIdentity(
            id: RunIdentity.id(timestamp: start, salt: .random(in: 0...UInt64.max)), timestamp: start,
            revision: first.revision, host: RunTable.ordered(environments.map(\.host)).joined(separator: "+"))
        var environment = first
        environment.runID = identity.id
        environment.host = identity.host
        environment.start = start
        environment.end = environments.map(\.end).max() ?? first.end
        environment.notes = RunTable.ordered(environments.flatMap(\.notes))
        environment.notes.append("merged from the runs \(environments.map(\.runID).joined(separator: ", "))")
        environment.pair = nil
        self.environment = environment
        results = runs.flatMap(\.results)
        // As they were: ratios were taken inside each run, and belong to it.
        rows = runs.flatMap(\.rows).map { [identity] row in
            var row = row
            row.run = identity
            return row
        }
    }
}
