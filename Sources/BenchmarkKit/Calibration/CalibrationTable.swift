/// A calibration as people read it.
struct CalibrationTable {
    let calibration: Calibration

    private static func percent(_ share: Double) -> String { "\(Readable.number(share * 100)) %" }

    var data: DataText {
        DataText(
            columns: ["case", "metric", "median", "spread", "smallest_change", "power_5", "power_10", "steady"],
            rows: rows.map { row in
                [
                    row.caseName, row.metric.name, CSVWriter.cell(row.figure), CSVWriter.cell(row.standardDeviation),
                    CSVWriter.cell(row.smallestChange), CSVWriter.cell(row.power5), CSVWriter.cell(row.power10),
                    row.isSteady ? "yes" : "no",
                ]
            }, numberColumns: ["median", "spread", "smallest_change", "power_5", "power_10"])
    }

    private var rows: [Calibration.Row] {
        calibration.rows.sorted {
            ($0.smallestChange ?? .infinity, $0.caseName) < ($1.smallestChange ?? .infinity, $1.caseName)
        }
    }

    var text: String {
        var table = TextTable([.left, .left, .right, .right, .right, .right, .right, .left])
        table.add(["case", "metric", "median", "spread", "smallest", "finds 5 %", "finds 10 %", ""])
        for row in rows {
            table.add([
                row.caseName, row.metric.name, Readable.value(row.figure, unit: row.metric.unit),
                Self.percent(row.standardDeviation), row.smallestChange.map(Self.percent) ?? "none",
                Self.percent(row.power5),
                Self.percent(row.power10), row.isSteady ? "steady" : "",
            ])
        }
        let steady = rows.filter(\.isSteady)
        var lines = table.lines()
        lines += [
            "",
            "\(calibration.comparisons) comparisons of \(calibration.rounds) rounds in which nothing differed:"
                + " \(calibration.falseAlarms) false alarms of the whole gate, so at most"
                + " \(Self.percent(calibration.falseAlarmBound)) (95 %); \(calibration.noisyComparisons) too noisy to say.",
            "\(steady.count) of \(rows.count) figures are steady: a slowdown of 5 % is found in at least 80 %.",
        ]
        lines += TextTable.wrap(
            "spread: standard deviation of the log-ratio of neighbouring process rounds; smallest: the smallest slowdown"
                + " that is found in 80 % of the comparisons, among those tried.", width: RunTable.width)
        return lines.joined(separator: "\n") + "\n"
    }
}
