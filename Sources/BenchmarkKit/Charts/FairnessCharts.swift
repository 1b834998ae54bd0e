extension Chart {
    static let waiting = Chart(
        name: "waiting", title: "Who waits, readers or writers?",
        caption:
            "Median wait from submission to start of a burst submitted at once, by how many of the operations read. "
            + "Lower is better. Bars are 95 % intervals over rounds.",
        suite: "fairness"
    ) { run throws(UsageError) in
        let figures = run.figures("fairness")
        let metrics = [("readers", FairnessSuite.readWait.name), ("writers", FairnessSuite.writeWait.name)]
        // Without operations that arrive at random: they wait for other reasons.
        let rows = metrics.flatMap { panel, metric in
            figures.of(metric, ["limit": "none"]).filter { $0.parameter("loop") == nil }.map { (panel, $0) }
        }
        // One choice of everything else: the one with the most shares of readers, then the most implementations.
        let shapes = RunTable.ordered(rows.map { Self.shape($0.1) })
        func weight(_ shape: String) -> (Int, Int) {
            let own = rows.map(\.1).filter { Self.shape($0) == shape }
            return (
                Set(own.compactMap { $0.parameter("read_percent") }).count, Set(own.map(\.implementation)).count
            )
        }
        guard let shape = shapes.max(by: { weight($0) < weight($1) }) else { return [] }
        return rows.filter { Self.shape($0.1) == shape }.compactMap { panel, row in
            row.number("read_percent").map { ChartPoint(row, panel: "\(panel): \(shape)", x: $0) }
        }
    }

    static let jain = Chart(
        name: "jain", title: "How evenly do groups wait?",
        caption: "Jain's index over the groups' mean waits: 1 where all wait alike, 1/n where one of n waits for all. "
            + "Higher is better.",
        suite: "fairness"
    ) { run throws(UsageError) in
        var rows = run.figures("fairness").of(FairnessSuite.jain.name, ["limit": "none"])
        // The index of one group is 1 whatever happens.
        rows = rows.filter { $0.parameter("groups") != "1" }
        let half = rows.filter { $0.parameter("read_percent") == "50" }
        if Set(rows.map(\.parameterText)).count > 12, !half.isEmpty { rows = half }
        let names = RunTable.ordered(rows.map { "\(Self.shape($0)) · \($0.parameter("read_percent") ?? "?") % read" })
        return rows.compactMap { row in
            let name = "\(Self.shape(row)) · \(row.parameter("read_percent") ?? "?") % read"
            return names.firstIndex(of: name).map { ChartPoint(row, row: name, x: Double($0)) }
        }
    }

    /// `16 groups · zipf · 2 an operation · open loop`.
    private static func shape(_ row: SummaryRow) -> String {
        let groups = row.parameter("groups") ?? "?"
        let perJob = row.parameter("groups_per_job") ?? "1"
        return [
            groups == "1" ? "1 group" : "\(groups) groups · \(row.parameter("choice") ?? "?")",
            perJob == "1" ? nil : "\(perJob) an operation",
            row.parameter("loop").map { "\($0) loop" },
        ].compactMap { $0 }.joined(separator: " · ")
    }
}
