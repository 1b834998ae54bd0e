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
        let compared = runs.count == 2 ? ComparedRuns(runs[0], runs[1]) : nil
        let (path, charts) = try writer.write(run, against: compared)
        invocation.say(charts, run)
        invocation.output.writeOutput("\(path)\n")
        return 0
    }
}
