/// A comparison as people read it.
struct ComparisonTable {
    static let width = 120
    let comparison: Comparison

    /// What was compared, and what makes it doubtful.
    var heading: [String] {
        var lines = [
            "base       \(Self.run(comparison.base))", "candidate  \(Self.run(comparison.candidate))",
        ]
        for difference in comparison.differences {
            lines += TextTable.wrap("DIFFERENT \(difference)", width: Self.width, indent: "! ", hanging: "  ")
        }
        return lines + [""]
    }

    private static func run(_ run: RecordedRun) -> String {
        let revision = run.environment.map { $0.revision.prefix(12) + ($0.dirty == true ? " with changes" : "") } ?? ""
        return "\(run.path)  \(revision)"
    }

    /// A line for each metric, in the comparison's order.
    ///
    /// - Parameter finds: The smallest change that a calibration says can be found, in a column of its own.
    func lines(_ metrics: [MetricComparison], finds: ((MetricComparison) -> Double?)? = nil) -> [String] {
        var table = TextTable(
            [.left, .left, .right, .right, .right, .right, .right] + (finds == nil ? [] : [.right]) + [.left])
        table.add(
            ["case", "metric", "base", "candidate", "ratio", "95 % interval", "p"] + (finds == nil ? [] : ["finds"])
                + ["verdict"])
        for metric in metrics {
            let unit = metric.metric.unit
            var cells = [
                metric.caseName, metric.metric.name, Readable.value(metric.base, unit: unit),
                Readable.value(metric.candidate, unit: unit), metric.ratio.map { Readable.fixed($0, digits: 3) } ?? "–",
                Self.interval(metric),
                metric.correctedPValue.map { $0 < 0.001 ? "<0.001" : Readable.fixed($0, digits: 3) } ?? "–",
            ]
            if let finds {
                let change = metric.rule.isExact ? metric.rule.threshold : finds(metric)
                cells.append(change.map { "\(Readable.number($0 * 100)) %" } ?? "–")
            }
            table.add(cells + [metric.verdict.rawValue + (metric.reason.map { " (\($0))" } ?? "")])
        }
        return table.lines()
    }

    private static func interval(_ metric: MetricComparison) -> String {
        guard let interval = metric.interval else { return metric.rule.isExact ? "exact" : "–" }
        return "\(Readable.fixed(interval.low, digits: 3))…\(Readable.fixed(interval.high, digits: 3))"
    }

    /// Cases that are not compared, and why.
    var remainder: [String] {
        var lines: [String] = []
        for broken in comparison.broken {
            lines += TextTable.wrap(
                "\(broken.caseName): base \(broken.base), candidate \(broken.candidate)", width: Self.width,
                indent: "broken: ", hanging: "        ")
        }
        for name in comparison.onlyInBase { lines.append("only in base: \(name)") }
        for name in comparison.onlyInCandidate { lines.append("only in candidate: \(name)") }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// What `compare` prints.
    var text: String {
        let counts = Verdict.allCases.map { verdict in
            "\(comparison.metrics.count { $0.verdict == verdict }) \(verdict)"
        }
        let explanation =
            "ratio: candidate over base, the Hodges–Lehmann estimate over process rounds; p: a sign-flip test of the"
            + " largest t, so that it is corrected for all rows. A change is told where it is"
            + " significant and at least the threshold; 'same' where the whole interval lies inside it; what is neither is inconclusive."
        var lines = heading + self.lines(comparison.metrics) + remainder
        lines += ["", counts.joined(separator: ", ")] + TextTable.wrap(explanation, width: Self.width)
        return lines.joined(separator: "\n") + "\n"
    }
}

extension DataText {
    /// A comparison for programs: a row for each metric of each case, and one for each case that is not compared.
    init(_ comparison: Comparison) {
        var rows = comparison.metrics.map { metric in
            [
                metric.caseName, metric.metric.name, metric.metric.unit, CSVWriter.cell(metric.base),
                CSVWriter.cell(metric.candidate), CSVWriter.cell(metric.ratio), CSVWriter.cell(metric.interval?.low),
                CSVWriter.cell(metric.interval?.high), CSVWriter.cell(metric.correctedPValue), "\(metric.rounds)",
                metric.verdict.rawValue, metric.reason ?? "",
            ]
        }
        func row(_ name: String, _ verdict: String, _ reason: String) -> [String] {
            [name] + Array(repeating: "", count: 9) + [verdict, reason]
        }
        rows += comparison.broken.map { row($0.caseName, "broken", "base \($0.base), candidate \($0.candidate)") }
        rows += comparison.onlyInBase.map { row($0, "only in base", "") }
        rows += comparison.onlyInCandidate.map { row($0, "only in candidate", "") }
        self.init(
            columns: [
                "case", "metric", "unit", "base", "candidate", "ratio", "ci_low", "ci_high", "p", "rounds", "verdict",
                "reason",
            ], rows: rows, numberColumns: ["base", "candidate", "ratio", "ci_low", "ci_high", "p", "rounds"])
    }
}
