extension Chart {
    static let throughput = Chart(
        name: "throughput", title: "Cost of an empty operation",
        caption: "From the first submission to the last end, over the number of operations submitted before any is "
            + "awaited; one producer. Lower is better. Bars are 95 % intervals over rounds.",
        suite: "throughput"
    ) { run throws(UsageError) in
        run.figures("throughput").of(ThroughputSuite.operationTime.name, ["producers": "1", "body": "empty"])
            .compactMap { row in row.number("backlog").map { ChartPoint(row, x: $0) } }
    }

    /// Of the largest backlog that is counted, where the allocations of the pass itself count least.
    static let allocations = Chart(
        name: "allocations", title: "Allocations per operation",
        caption: "Counted, not sampled, in a process of its own; an empty operation of the largest backlog that is "
            + "counted. Lower is better.",
        suite: "throughput"
    ) { run throws(UsageError) in
        let metric = AllocationPass.metric.name
        let figures = run.figures("throughput")
        let backlogs = figures.values(of: "backlog", metric)
        guard let backlog = backlogs.max(by: { Double($0) ?? 0 < Double($1) ?? 0 }) else { return [] }
        var points: [ChartPoint] = []
        let rows = figures.of(metric, ["backlog": backlog]).sorted { $0.summary!.p50 < $1.summary!.p50 }
        for (index, row) in rows.enumerated() {
            points.append(ChartPoint(row, row: row.implementation, x: Double(index)))
        }
        return points
    }
}
