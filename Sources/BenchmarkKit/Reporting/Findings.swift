/// A suite that says in words what a run of it found.
package protocol FindingSuite: BenchmarkSuite {
    /// Plain sentences made from the figures, the most important first; none where too little was measured.
    func findings(_ figures: SuiteFigures) -> [String]
    /// Whether to leave its sentences out first where those of all suites are too many.
    var isMinor: Bool { get }
}

extension FindingSuite {
    package var isMinor: Bool { false }
}

/// What a run found.
enum RunFindings {
    /// A table is to be read to its end.
    static let most = 5

    /// In the order of the suites.
    static func sentences(_ suites: [any BenchmarkSuite], _ rows: [SummaryRow]) -> [String] {
        let told = suites.flatMap { suite in
            suite.allFindings(rows).map { (text: $0, isMinor: (suite as? any FindingSuite)?.isMinor ?? false) }
        }
        var surplus = max(0, told.count - most)
        var kept: [String] = []
        // From the end, so that the first suites' are kept longest.
        for sentence in told.reversed() {
            if sentence.isMinor, surplus > 0 { surplus -= 1 } else { kept.append(sentence.text) }
        }
        return Array(kept.reversed().prefix(most))
    }
}

extension BenchmarkSuite {
    /// - Parameter rows: of all suites.
    func allFindings(_ rows: [SummaryRow]) -> [String] {
        (self as? any FindingSuite)?.findings(SuiteFigures(rows, suite: name)) ?? []
    }
}

/// The figures of one suite, as its findings ask for them.
package struct SuiteFigures {
    private let rows: [SummaryRow]

    /// - Parameter rows: Of all suites; those without a figure, or whose implementation broke its contract, say nothing.
    package init(_ rows: [SummaryRow], suite: String) {
        self.rows = rows.filter { row in
            guard row.suite == suite, row.summary != nil else { return false }
            return row.status == .ok || row.status == .noisy || row.status == .partial
        }
    }

    /// The rows of one metric whose case has these parameters, by implementation in the order of the table.
    package func of(_ metric: String, _ parameters: [String: String] = [:]) -> [SummaryRow] {
        rows.filter { row in
            guard row.metric?.name == metric else { return false }
            let own = Self.parameters(of: row)
            return parameters.allSatisfy { own[$0.key] == $0.value }
        }
    }

    /// The values of a parameter in the order of the table.
    package func values(of parameter: String, _ metric: String, _ parameters: [String: String] = [:]) -> [String] {
        var seen: Set<String> = []
        return of(metric, parameters).compactMap { Self.parameters(of: $0)[parameter] }.filter {
            seen.insert($0).inserted
        }
    }

    static func parameters(of row: SummaryRow) -> [String: String] {
        Dictionary(
            row.parameterText.split(separator: ",").compactMap { pair -> (String, String)? in
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
        ) { first, _ in first }
    }
}

extension SummaryRow {
    /// The median, as people read it.
    var figure: String { Readable.value(summary!.p50, unit: metric!.unit) }
}

extension [SummaryRow] {
    var lowest: SummaryRow? { self.min { $0.summary!.p50 < $1.summary!.p50 } }
    var highest: SummaryRow? { self.max { $0.summary!.p50 < $1.summary!.p50 } }

    /// `a (1.2 µs), b (3.4 µs)`, the least first.
    func listed(_ most: Int) -> String {
        sorted { $0.summary!.p50 < $1.summary!.p50 }.prefix(most).map { "\($0.implementation) (\($0.figure))" }
            .joined(separator: ", ")
    }
}

// MARK: - The suites'

extension ThroughputSuite: FindingSuite {
    package func findings(_ figures: SuiteFigures) -> [String] {
        let plain = ["producers": "1", "body": "empty"]
        let name = Self.operationTime.name
        // Neighbouring backlogs with the same winner are told together.
        var winners: [(implementation: String, backlogs: [String])] = []
        var widest: SummaryRow?
        for backlog in figures.values(of: "backlog", name, plain) {
            let rows = figures.of(name, plain.merging(["backlog": backlog]) { $1 })
            guard rows.count > 1, let winner = rows.lowest else { continue }
            if winners.last?.implementation == winner.implementation {
                winners[winners.count - 1].backlogs.append(backlog)
            } else {
                winners.append((winner.implementation, [backlog]))
            }
            for row in rows where row.ratio ?? 0 > widest?.ratio ?? 0 { widest = row }
        }
        guard !winners.isEmpty else { return [] }
        let told = winners.map { winner in
            let (first, last) = (winner.backlogs[0], winner.backlogs[winner.backlogs.count - 1])
            return "\(winner.implementation) at a backlog of \(first == last ? first : "\(first) to \(last)")"
        }
        var sentence = "An empty operation is cheapest with \(told.joined(separator: ", with "))"
        if let widest, let ratio = widest.ratio, let backlog = SuiteFigures.parameters(of: widest)["backlog"] {
            sentence +=
                "; at most it costs \(Readable.ratio(ratio)) the reference (\(widest.implementation), \(backlog))"
        }
        return [sentence + "."]
    }
}

extension LatencySuite: FindingSuite {
    package func findings(_ figures: SuiteFigures) -> [String] {
        let name = Self.meanWait.name
        // One server: with more of them an operation waits for other reasons.
        func waits(_ metric: String, _ parameters: [String: String] = [:]) -> [SummaryRow] {
            figures.of(metric, parameters).filter { SuiteFigures.parameters(of: $0)["servers"] == nil }
        }
        guard let utilisation = waits(name).last.flatMap({ SuiteFigures.parameters(of: $0)["utilisation"] }) else {
            return []
        }
        let means = waits(name, ["utilisation": utilisation])
        guard let lowest = means.lowest, let highest = means.highest, means.count > 1 else { return [] }
        let paths = waits(Self.pathWait.name, ["utilisation": utilisation]).compactMap(\.ratio)
        var sentence =
            "At utilisation \(utilisation) the mean wait is from \(lowest.figure) (\(lowest.implementation))"
            + " to \(highest.figure) (\(highest.implementation))"
        if let least = paths.min(), let most = paths.max() {
            let (least, most) = (Readable.ratio(least), Readable.ratio(most))
            sentence += ", \(least == most ? least : "\(least) to \(most)") what the same arrivals must wait"
        }
        return [sentence + "."]
    }
}

extension FairnessSuite: FindingSuite {
    package func findings(_ figures: SuiteFigures) -> [String] {
        let rows = figures.of(Self.bypasses.name)
        var most: [(implementation: String, bypasses: Double)] = []
        for row in rows {
            let bypasses = row.summary!.maximum
            if let index = most.firstIndex(where: { $0.implementation == row.implementation }) {
                most[index].bypasses = max(most[index].bypasses, bypasses)
            } else {
                most.append((row.implementation, bypasses))
            }
        }
        guard !most.isEmpty else { return [] }
        let fair = most.filter { $0.bypasses == 0 }.map(\.implementation)
        let unfair = most.filter { $0.bypasses > 0 }
            .map { "\($0.implementation) (\(Readable.number($0.bypasses)) times)" }
        let parts = [
            fair.isEmpty ? nil : "nobody overtakes with \(fair.joined(separator: ", "))",
            unfair.isEmpty
                ? nil : "operations that conflict overtake each other with \(unfair.joined(separator: ", "))",
        ].compactMap { $0 }
        return ["Under contention " + parts.joined(separator: "; ") + "."]
    }
}

extension ProgressSuite: FindingSuite {
    package var isMinor: Bool { true }

    package func findings(_ figures: SuiteFigures) -> [String] {
        let rows = figures.of(
            Self.reportTime.name, ["interval_us": "0", "coalescer": "none", "producers": "1", "main": "free"])
        guard rows.count > 1 else { return [] }
        return ["Reporting an event costs its reporter least with \(rows.listed(3))."]
    }
}

extension FanOutSuite: FindingSuite {
    package func findings(_ figures: SuiteFigures) -> [String] {
        let rows = figures.of(Self.knee.name, ["body": "cpu"])
        guard let best = rows.first else { return [] }
        let sigma = figures.of(Self.sigma.name, ["body": "cpu"]).first {
            // Above 1 the fit says no more than that there is nothing to gain.
            $0.implementation == best.implementation && $0.summary!.p50 <= 1
        }
        return [
            "A fan-out that computes is best at a limit of about \(Readable.number(best.summary!.p50.rounded()))"
                + " (\(best.implementation)"
                + (sigma.map { "; \(Readable.number($0.summary!.p50 * 100)) % of its work is done in turns" } ?? "")
                + ")."
        ]
    }
}

extension StoreSuite: FindingSuite {
    package var isMinor: Bool { true }

    package func findings(_ figures: SuiteFigures) -> [String] {
        var parameters = ["behavior": "cancel-previous", "keys": "1"]
        // Of one backlog: the largest.
        parameters["backlog"] = figures.values(of: "backlog", Self.operationTime.name, parameters).last
        let rows = figures.of(Self.operationTime.name, parameters)
        guard rows.count > 1 else { return [] }
        return ["Replacing the task of one key over and over costs, a task: \(rows.listed(3))."]
    }
}

extension CancellationSuite: FindingSuite {
    package var isMinor: Bool { true }

    package func findings(_ figures: SuiteFigures) -> [String] {
        let name = Target.all.metric.name
        guard let backlog = figures.values(of: "backlog", name).last else { return [] }
        let rows = figures.of(name, ["backlog": backlog])
        guard rows.count > 1 else { return [] }
        return ["Cancelling \(backlog) queued operations costs, each: \(rows.listed(3))."]
    }
}

extension ScenariosSuite: FindingSuite {
    package func findings(_ figures: SuiteFigures) -> [String] {
        var parts: [String] = []
        let stale = Self.largest(figures.of(ScenarioMetric.staleResults.name))
        let fresh = stale.filter { $0.count == 0 }.map(\.implementation)
        let outdated = stale.filter { $0.count > 0 }.map { "\($0.implementation) (\(Readable.number($0.count)))" }
        if !fresh.isEmpty { parts.append("no outdated result with \(fresh.joined(separator: ", "))") }
        if !outdated.isEmpty { parts.append("some with \(outdated.joined(separator: ", "))") }
        let stalls = Self.largest(figures.of(ScenarioMetric.stalls.name)).filter { $0.count > 0 }
            .map { "\($0.implementation) (\(Readable.number($0.count)))" }
        if !stalls.isEmpty { parts.append("the main actor stall with \(stalls.joined(separator: ", "))") }
        return parts.isEmpty ? [] : ["Users of an app see \(parts.joined(separator: ", "))."]
    }

    /// The largest median of each implementation, over all cases.
    private static func largest(_ rows: [SummaryRow]) -> [(implementation: String, count: Double)] {
        var result: [(implementation: String, count: Double)] = []
        for row in rows {
            if let index = result.firstIndex(where: { $0.implementation == row.implementation }) {
                result[index].count = max(result[index].count, row.summary!.p50)
            } else {
                result.append((row.implementation, row.summary!.p50))
            }
        }
        return result
    }
}
