extension CommandVerb {
    static let report = CommandVerb(
        name: "report",
        summary:
            "write DIR/report.html, one page that needs no other file: findings, charts, figures and how to reproduce"
            + " them; of two folders the second against the first",
        operands: ["DIR…"], flags: CommandFlag.asking, example: "report results/latest"
    ) { invocation throws(UsageError) in
        let paths = invocation.parsed.operands
        guard paths.count <= 2 else {
            throw UsageError("report takes one folder, or a base and a candidate, and not \(paths.count)")
        }
        let (scripts, gnuplot) = (try ChartScripts.find(), try Gnuplot.find())
        var runs: [StoredRun] = []
        for path in paths { runs.append(try StoredRun(path: path)) }
        let program = invocation.program
        let writer = ReportWriter(
            suites: program.suites, tool: "\(program.name) \(program.version)", palette: try scripts.palette()
        ) { folder, names throws(UsageError) in
            try folder.draw(names, scripts: scripts, gnuplot: gnuplot)
        }
        let run = runs[runs.count - 1]
        let (path, charts) = try writer.write(
            run, base: runs.count == 2 ? runs[0] : nil, comparison: runs.count == 2 ? [verdicts(paths)] : [])
        invocation.say(charts, run)
        invocation.output.writeOutput("\(path)\n")
        return 0
    }

    /// That there can be no verdicts, as without samples, is no reason to have no report.
    private static func verdicts(_ paths: [String]) -> ReportSection {
        do throws(UsageError) {
            let (base, candidate) = try RecordedRun.pair(paths)
            return .verdicts(try Comparison(base: base, candidate: candidate))
        } catch {
            return .noVerdicts(error)
        }
    }
}
