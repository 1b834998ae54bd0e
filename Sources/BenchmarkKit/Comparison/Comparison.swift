/// Two runs, side by side.
package struct Comparison: Sendable {
    package let base, candidate: RecordedRun
    /// Whether the rounds of both were measured in turns, so that those of one number are neighbours.
    package let arePaired: Bool
    /// Whether the samples of one number are neighbours, too.
    let areInTurns: Bool
    /// The most important first.
    package let metrics: [MetricComparison]
    /// Cases that failed or broke their contract on either side.
    package let broken: [BrokenCase]
    /// Cases of one side only; also those that one side skipped.
    package let onlyInBase, onlyInCandidate: [String]
    /// What else differs between the runs, in words.
    package let differences: [String]

    package struct BrokenCase: Sendable, Hashable {
        package let caseName: String
        package let base, candidate: CaseStatus
        /// Whether the candidate is to blame.
        package var isCandidates: Bool { Comparison.isBroken(candidate) }
    }

    /// - Parameters:
    ///   - level: The chance of even one false `slower` or `faster`.
    ///   - rule: What holds for a metric of a case; `nil` leaves it out.
    /// - Throws: `UsageError` where a figure cannot be compared.
    package init(
        base: RecordedRun, candidate: RecordedRun, level: Double = 0.05,
        rule: (_ caseName: String, _ metric: MetricDefinition) -> ComparisonRule? = {
            ComparisonRule.standard(metric: $1)
        }
    ) throws(UsageError) {
        self.base = base
        self.candidate = candidate
        let pairs = (base.environment?.pair, candidate.environment?.pair)
        arePaired = pairs.0?.id == pairs.1?.id && pairs.0?.role != pairs.1?.role
        areInTurns = arePaired && pairs.0?.turns != nil
        let candidates = Dictionary(candidate.results.map { ($0.benchmarkCase.description, $0) }) { first, _ in first }
        let bases = Set(base.results.map(\.benchmarkCase.description))
        var metrics: [MetricComparison] = []
        var broken: [BrokenCase] = []
        var onlyInBase: [String] = []
        for result in base.results {
            let name = result.benchmarkCase.description
            guard let other = candidates[name] else {
                onlyInBase.append(name)
                continue
            }
            guard !Self.isBroken(result.status), !Self.isBroken(other.status) else {
                broken.append(BrokenCase(caseName: name, base: result.status, candidate: other.status))
                continue
            }
            if other.metrics.isEmpty, !result.metrics.isEmpty { onlyInBase.append(name) }
            for metric in result.metrics where other.metrics.contains(metric) {
                guard let rule = rule(name, metric) else { continue }
                metrics.append(
                    try Self.compare(
                        name, metric, rule, (base, result), (candidate, other), arePaired: arePaired,
                        inTurns: areInTurns))
            }
        }
        onlyInCandidate = candidate.results.filter {
            !bases.contains($0.benchmarkCase.description)
                || !$0.metrics.isEmpty && base.result(of: $0.benchmarkCase.description)?.metrics.isEmpty == true
        }.map(\.benchmarkCase.description)
        for added in onlyInCandidate {
            let status = candidates[added]?.status ?? .ok
            if Self.isBroken(status), !broken.contains(where: { $0.caseName == added }) {
                broken.append(BrokenCase(caseName: added, base: .skipped("not there"), candidate: status))
            }
        }
        Self.decide(&metrics, level: level)
        self.metrics = metrics.sorted { $0.isMoreImportant(than: $1) }
        self.broken = broken
        self.onlyInBase = onlyInBase
        differences = Self.differences(base, candidate, arePaired: arePaired)
    }

    private static func decide(_ metrics: inout [MetricComparison], level: Double) {
        let tested = metrics.indices.filter { metrics[$0].logRatios != nil }
        let corrected = SignFlip.pValues(tested.map { metrics[$0].logRatios! })
        for (index, pValue) in zip(tested, corrected) { metrics[index].decide(correctedPValue: pValue, level: level) }
    }

    private typealias Side = (run: RecordedRun, result: CaseResult)

    private static func compare(
        _ name: String, _ metric: MetricDefinition, _ rule: ComparisonRule, _ base: Side, _ candidate: Side,
        arePaired: Bool, inTurns: Bool
    ) throws(UsageError) -> MetricComparison {
        let (first, second) = (try medians(metric, base), try medians(metric, candidate))
        let rounds = zip(base.result.rounds(of: metric), candidate.result.rounds(of: metric)).compactMap {
            PairedRound($0, $1, inTurns: inTurns)
        }
        let (firstKnown, secondKnown) = (first.compactMap { $0 }, second.compactMap { $0 })
        let intervals = Bootstrap.interval(ofRoundMedians: firstKnown).flatMap { low in
            Bootstrap.interval(ofRoundMedians: secondKnown).map { (low, $0) }
        }
        return MetricComparison(
            caseName: name, metric: metric, rule: rule, rounds: rounds,
            medians: (Percentile.median(firstKnown), Percentile.median(secondKnown)), arePaired: arePaired,
            intervals: arePaired ? nil : intervals)
    }

    /// A raw time of 0 was never measured.
    private static func medians(_ metric: MetricDefinition, _ side: Side) throws(UsageError) -> [Double?] {
        var medians: [Double?] = []
        for (round, entry) in side.result.rounds(of: metric).enumerated() {
            medians.append(entry?.p50)
            guard metric.unit == "ns", case .samples(let samples)? = entry?.values, samples.contains(0) else {
                continue
            }
            let name = side.result.benchmarkCase.description
            throw UsageError(
                "\(side.run.place(of: name, metric: metric.name, round: round)): \(metric.name) of \(name) is 0 ns in"
                    + " round \(round); no time is 0")
        }
        return medians
    }

    private static func isBroken(_ status: CaseStatus) -> Bool {
        switch status {
        case .invalid, .failed: true
        case .ok, .noisy, .partial, .skipped: false
        }
    }

    private static func differences(_ base: RecordedRun, _ candidate: RecordedRun, arePaired: Bool) -> [String] {
        guard let first = base.environment, let second = candidate.environment else {
            return ["environment.json is missing, so that nobody knows whether both were measured alike"]
        }
        func difference(_ what: String, _ first: String, _ second: String) -> String? {
            first == second ? nil : "\(what): \(first) and \(second)"
        }
        return [
            arePaired ? nil : "they were not measured in turns, as 'pair' does: no time gets a verdict",
            difference("hosts", first.host, second.host),
            difference("processors", "\(first.cpuCount)", "\(second.cpuCount)"),
            difference("allocators", first.allocator.description, second.allocator.description),
            difference("optimisation", first.optimisation, second.optimisation),
            difference("Swift versions", first.swiftVersion, second.swiftVersion),
            difference("tool versions", first.tool, second.tool),
            difference("profiles", first.profile, second.profile),
        ].compactMap { $0 }
    }
}

extension RecordedRun {
    func result(of caseName: String) -> CaseResult? { results.first { $0.benchmarkCase.description == caseName } }
}

extension MetricComparison {
    /// What got worse comes first, by how much; what could not be decided comes before what got better.
    func isMoreImportant(than other: MetricComparison) -> Bool {
        func key(_ it: MetricComparison) -> (Int, Double, String, String) {
            let order: [Verdict] = [.slower, .faster, .inconclusive, .same]
            let size = it.ratio.map { -max($0, 1 / $0) } ?? -.infinity
            return (order.firstIndex(of: it.verdict)!, size, it.caseName, it.metric.name)
        }
        return key(self) < key(other)
    }
}
