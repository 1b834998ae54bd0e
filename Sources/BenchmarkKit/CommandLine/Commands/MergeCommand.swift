import Foundation

extension CommandVerb {
    static let merge = CommandVerb(
        name: "merge", summary: "put the folders of several shards into one; refuses what cannot be combined",
        operands: ["DIR…"],
        flags: [
            CommandFlag("--output", "DIR", help: "folder for results, default 'results'"),
            CommandFlag("--allow-different", help: "also merge what differs in host, allocator or version"),
            CommandFlag("--help", help: "this text"),
        ],
        example: "merge shard-1/latest shard-2/latest --output results"
    ) { invocation throws(UsageError) in
        var runs: [RecordedRun] = []
        for path in invocation.parsed.operands { runs.append(try RecordedRun(path: path)) }
        guard runs.count > 1 else {
            throw UsageError("'merge' needs two folders or more; there is nothing to merge in one")
        }
        let merged = try MergedRun(runs, allowsDifferent: invocation.parsed.has("--allow-different"))
        let folder = ResultsFolder(parent: invocation.parsed["--output"] ?? "results", runID: merged.identity.id)
        do throws(FileError) {
            try folder.checkWritable()
            try folder.write(
                summary: merged.rows, samples: SampleRow.rows(merged.results, runID: merged.identity.id),
                environment: merged.environment)
        } catch {
            throw UsageError("--output \(error)")
        }
        invocation.output.writeOutput("\(folder.path)\n")
        return 0
    }
}
