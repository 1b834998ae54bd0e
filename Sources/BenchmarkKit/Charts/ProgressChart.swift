extension Chart {
    static let progress = Chart(
        name: "progress", title: "Cost of reporting progress",
        caption:
            "Left what an event costs the one who reports it, right how often the main actor is woken up for it; by "
            + "the interval in which events are delivered, and by how events are combined. One producer, main actor free. "
            + "Lower is better.",
        suite: "progress"
    ) { run throws(UsageError) in
        let figures = run.figures("progress")
        let metrics = [
            ("time per event for the reporter", ProgressSuite.reportTime.name),
            ("wake-ups of the main actor per event", ProgressSuite.hops.name),
        ]
        return metrics.flatMap { panel, metric in
            figures.of(metric, ["producers": "1", "main": "free"]).compactMap { row in
                row.number("interval_us").map { interval in
                    let coalescer = row.parameter("coalescer") ?? ""
                    return ChartPoint(row, panel: panel, variant: coalescer == "none" ? "" : coalescer, x: interval)
                }
            }
        }
    }
}
