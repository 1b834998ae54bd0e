extension CommandVerb {
    static let chart = CommandVerb(
        name: "chart",
        summary: "draw what results folders show, as SVG and PNG, into DIR/charts; of two also how the second compares",
        operands: ["DIR…"],
        flags: CommandFlag.asking, example: "chart results/latest"
    ) { invocation throws(UsageError) in
        let (scripts, gnuplot) = (try ChartScripts.find(), try Gnuplot.find())
        // All are read before anything is drawn.
        var runs: [StoredRun] = []
        for path in invocation.parsed.operands { runs.append(try StoredRun(path: path)) }
        let palette = try scripts.palette()
        let pair = runs.count == 2 ? ComparedRuns(runs[0], runs[1]).ratios : nil
        for (index, run) in runs.enumerated() {
            let folder = ChartFolder(of: run, palette: palette)
            let outcome = try folder.writeData(
                of: run, charts: Chart.all + (index == 1 ? pair.map { [.comparison($0)] } ?? [] : []))
            try folder.draw(outcome.drawn, scripts: scripts, gnuplot: gnuplot)
            invocation.say(outcome, run)
            for name in outcome.drawn { invocation.output.writeOutput("\(folder.path)/\(name).svg\n") }
        }
        return 0
    }
}

extension CommandInvocation {
    /// Which charts there are not, and why.
    func say(_ outcome: ChartFolder.Outcome, _ run: StoredRun) {
        for chart in outcome.skipped {
            output.writeError(
                "\(program.name): \(run.path): no chart '\(chart.name)': no figures of the suite '\(chart.suite)'\n")
        }
    }
}
