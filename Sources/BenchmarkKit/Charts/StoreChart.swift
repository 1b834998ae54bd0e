extension Chart {
    static let store = Chart(
        name: "store", title: "Cost of a task kept by key",
        caption:
            "To add a task and have it finish, for each behaviour on a key that is taken: with one key for all tasks, "
            + "and with a key for each. Lower is better. Bars are 95 % intervals over rounds.",
        suite: "store"
    ) { run throws(UsageError) in
        let rows = run.figures("store").of(StoreSuite.operationTime.name)
        let behaviors = RunTable.ordered(rows.compactMap { $0.parameter("behavior") })
        let storms = largest(rows.filter { $0.parameter("keys") == "1" })
        let spread = largest(rows.filter { $0.parameter("keys") != "1" })
        return [("one key", storms), ("a key a task", spread)].flatMap { panel, rows in
            rows.compactMap { row in
                guard let behavior = row.parameter("behavior"), let index = behaviors.firstIndex(of: behavior) else {
                    return nil
                }
                let backlog = row.parameter("backlog") ?? "?"
                return ChartPoint(row, panel: "\(panel) · \(backlog) tasks", row: behavior, x: Double(index))
            }
        }
    }

    /// Those of the largest backlog, and of these those with the most keys.
    private static func largest(_ rows: [SummaryRow]) -> [SummaryRow] {
        ["backlog", "keys"].reduce(rows) { rows, key in
            let most = rows.compactMap { $0.number(key) }.max()
            return rows.filter { $0.number(key) == most }
        }
    }
}
