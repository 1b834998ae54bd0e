import Foundation

/// `gate --format`.
enum GateFormat: String, Sendable, CaseIterable {
    /// For people; GitHub's annotations with a step summary; JUnit's XML, which most CI systems show; JSON.
    case table, github, junit, json
}

/// A gate's verdict, in the form that its reader wants.
struct GateReport {
    let gate: RegressionGate
    let configuration: GateConfiguration

    /// Standard output.
    func text(_ format: GateFormat) -> String {
        switch format {
        case .table: table
        case .github: github
        case .junit: junit
        case .json: json
        }
    }

    /// One sentence with everything that counts.
    var verdict: String {
        func names(_ names: [String]) -> String {
            let unique = RunTable.ordered(names)
            return unique.prefix(5).joined(separator: ", ") + (unique.count > 5 ? " and \(unique.count - 5) more" : "")
        }
        switch gate.outcome {
        case .broken: return "BROKEN: \(names(gate.broken.map(\.caseName)))"
        case .regressed: return "SLOWER: \(names(gate.rows(.regressed).map(\.comparison.caseName)))"
        case .noisy: return "TOO NOISY TO SAY: \(names(gate.rows(.noisy).map(\.comparison.caseName)))"
        case .passed: return "PASSED: nothing got slower in \(gate.rows.count) figures"
        }
    }

    /// What a regression is in words: `operation_time 1.42 µs → 1.60 µs (+12.7 %, 95 % +11.0…+14.2 %)`.
    static func sentence(_ metric: MetricComparison) -> String {
        let unit = metric.metric.unit
        var text =
            "\(metric.metric.name) \(Readable.value(metric.base, unit: unit)) → "
            + Readable.value(metric.candidate, unit: unit)
        func percent(_ ratio: Double) -> String {
            (ratio >= 1 ? "+" : "") + Readable.fixed((ratio - 1) * 100, digits: 1)
        }
        if let ratio = metric.ratio { text += " (\(percent(ratio)) %" }
        if let interval = metric.interval { text += ", 95 % \(percent(interval.low))…\(percent(interval.high)) %" }
        return text + (metric.ratio == nil ? "" : ")") + (metric.reason.map { "; \($0)" } ?? "")
    }

    private var table: String {
        let table = ComparisonTable(comparison: gate.comparison)
        var lines = table.heading
        let sections: [(RegressionGate.Outcome, String)] = [
            (.regressed, "slower"), (.noisy, "too noisy to say"), (.passed, "passed"),
        ]
        let finds: ((MetricComparison) -> Double?)? = configuration.calibration == nil ? nil : { smallestChange($0) }
        for (outcome, title) in sections {
            let rows = gate.rows(outcome).map(\.comparison)
            guard !rows.isEmpty else { continue }
            lines.append("\(title):")
            lines += table.lines(rows, finds: finds)
            lines.append("")
        }
        lines += table.remainder.drop(while: \.isEmpty)
        if lines.last?.isEmpty == false { lines.append("") }
        lines += TextTable.wrap(calibration, width: ComparisonTable.width, hanging: "  ") + [verdict]
        return lines.joined(separator: "\n") + "\n"
    }

    /// How far the verdict is to be trusted.
    private var calibration: String {
        let design =
            "chance of a false alarm of the whole gate: at most \(Readable.number(configuration.level * 100)) % by design;"
        guard let calibration = configuration.calibration else {
            return design + " 'calibrate --write gate.json' measures it, and what each case can show, on this machine"
        }
        return design + " " + calibration.sentence
            + "; finds: the smallest slowdown found in 80 % of the comparisons then"
    }

    private func smallestChange(_ metric: MetricComparison) -> Double? {
        configuration.calibration?.smallestChange(metric.caseName, metric.metric.name)
    }

    // MARK: GitHub

    private var github: String {
        var lines = gate.broken.map { Self.annotation("error", $0.caseName, "\($0.candidate)") }
        lines += gate.rows(.regressed).map {
            Self.annotation("error", $0.comparison.caseName, "slower: " + Self.sentence($0.comparison))
        }
        lines += gate.rows(.noisy).map {
            Self.annotation("warning", $0.comparison.caseName, "too noisy to say: " + Self.sentence($0.comparison))
        }
        lines += gate.comparison.onlyInBase.map { Self.annotation("warning", $0, "the candidate has no such case") }
        return (lines + [verdict]).joined(separator: "\n") + "\n"
    }

    /// GitHub's workflow commands escape these characters so.
    private static func annotation(_ kind: String, _ title: String, _ message: String) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        }
        let title = escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C")
        return "::\(kind) title=\(title)::\(escaped(message))"
    }

    /// Markdown for a step's summary.
    var summary: String {
        let rows = gate.rows.filter { $0.outcome != .passed }
        let data = DataText(
            columns: ["case", "outcome", "what"],
            rows: gate.broken.map { [$0.caseName, "broken", "\($0.candidate)"] }
                + rows.map { [$0.comparison.caseName, $0.outcome.rawValue, Self.sentence($0.comparison)] },
            numberColumns: [])
        return "### Benchmark gate\n\n\(verdict)\n\n" + (data.rows.isEmpty ? "" : data.markdown + "\n") + calibration
            + "\n"
    }

    // MARK: JUnit and JSON

    private var junit: String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                .replacing("\"", with: "&quot;").filter {
                    $0 == "\n" || $0 == "\t" || $0.unicodeScalars.first!.value >= 32
                }
        }
        func test(_ name: String, _ inner: String) -> String {
            "    <testcase classname=\"benchmark gate\" name=\"\(escaped(name))\">\(inner)</testcase>\n"
        }
        var tests = gate.broken.map {
            test($0.caseName, "<error message=\"\(escaped("\($0.candidate)"))\"/>")
        }
        for row in gate.rows {
            let message = escaped(Self.sentence(row.comparison))
            let name = "\(row.comparison.caseName) \(row.comparison.metric.name)"
            switch row.outcome {
            case .regressed, .broken: tests.append(test(name, "<failure message=\"\(message)\"/>"))
            case .noisy: tests.append(test(name, "<skipped message=\"too noisy: \(message)\"/>"))
            case .passed: tests.append(test(name, ""))
            }
        }
        let counts =
            "tests=\"\(tests.count)\" failures=\"\(gate.rows(.regressed).count)\" errors=\"\(gate.broken.count)\""
            + " skipped=\"\(gate.rows(.noisy).count)\""
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"benchmark gate\" \(counts)>\n"
            + tests.joined() + "  </testsuite>\n</testsuites>\n"
    }

    private var json: String {
        let comparison = gate.comparison
        let rows = gate.rows.map { row in
            let it = row.comparison
            return [
                it.caseName, it.metric.name, row.outcome.rawValue, it.verdict.rawValue, CSVWriter.cell(it.base),
                CSVWriter.cell(it.candidate), CSVWriter.cell(it.ratio), CSVWriter.cell(it.interval?.low),
                CSVWriter.cell(it.interval?.high), CSVWriter.cell(it.correctedPValue), "\(it.rounds)", it.reason ?? "",
                CSVWriter.cell(smallestChange(it)),
            ]
        }
        func only(_ names: [String], _ outcome: String) -> [[String]] {
            names.map { [$0, "", outcome] + Array(repeating: "", count: 10) }
        }
        let data = DataText(
            columns: [
                "case", "metric", "outcome", "verdict", "base", "candidate", "ratio", "ci_low", "ci_high", "p",
                "rounds",
                "reason", "smallest_change",
            ],
            rows: gate.broken.map {
                [$0.caseName, "", "broken"] + Array(repeating: "", count: 8) + ["\($0.candidate)", ""]
            } + rows + only(comparison.onlyInBase, "only in base")
                + only(comparison.onlyInCandidate, "only in candidate"),
            numberColumns: ["base", "candidate", "ratio", "ci_low", "ci_high", "p", "rounds", "smallest_change"])
        return data.json
    }
}
