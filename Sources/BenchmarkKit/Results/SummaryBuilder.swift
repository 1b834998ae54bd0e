/// Turns what was measured into the rows of `summary.csv`.
package enum SummaryBuilder {
    /// - Parameters:
    ///   - results: all cases of the run, in the order in which the rows shall be.
    ///   - noise: which metrics become `noisy`; the verdict is each metric's own.
    package static func rows(
        _ results: [CaseResult], run: RunIdentity, noise: NoiseCriterion = NoiseCriterion()
    ) -> [SummaryRow] {
        let references = ReferenceMedians(results)
        return results.flatMap { rows(of: $0, references: references, run: run, noise: noise) }
    }

    private static func rows(
        of result: CaseResult, references: ReferenceMedians, run: RunIdentity, noise: NoiseCriterion
    ) -> [SummaryRow] {
        let measured = result.benchmarkCase
        func row(
            _ metric: MetricDefinition?, summary: SampleSummary? = nil, interval: ConfidenceInterval? = nil,
            ratio: Double? = nil, status: CaseStatus
        ) -> SummaryRow {
            SummaryRow(
                run: run, suite: measured.suite, caseName: measured.description,
                implementation: measured.implementation,
                parameters: Dictionary(measured.parameters.map { ($0.key, $0.value) }) { first, _ in first },
                metric: metric, rounds: result.rounds.count { !$0.isEmpty }, summary: summary, interval: interval,
                ratio: ratio,
                status: status)
        }
        let metrics = result.metrics
        guard !metrics.isEmpty else { return [row(nil, status: result.status)] }
        return metrics.map { metric in
            let rounds = result.rounds(of: metric)
            let medians = rounds.map { $0?.p50 }
            let present = rounds.compactMap { $0 }
            let ratio =
                present.contains { $0.expectation != nil }
                ? RatioSummary.ratio(toExpectationsOf: present)
                : RatioSummary.ratio(medians, toReference: references[measured, metric])
            let others = result.isReference ? [] : references[measured, metric]
            let isNoisy =
                result.status == .ok
                && noise.isNoisy(present, references: present.count == rounds.count ? others : [])
            return row(
                metric, summary: SampleSummary(pooling: present), interval: Bootstrap.interval(ofMedianOf: present),
                ratio: ratio, status: isNoisy ? .noisy : result.status)
        }
    }
}

extension CaseResult {
    /// The metrics in the order in which the rounds give them.
    package var metrics: [MetricDefinition] {
        var seen: Set<MetricDefinition> = []
        return rounds.joined().map(\.metric).filter { seen.insert($0).inserted }
    }

    /// One entry a round, `nil` where the round lacks the metric.
    package func rounds(of metric: MetricDefinition) -> [MetricRound?] {
        rounds.map { round in round.first { $0.metric == metric } }
    }
}

/// The reference implementations' p50 of each round, by suite, parameters and metric.
struct ReferenceMedians {
    private struct Key: Hashable {
        let suite, parameters: String
        let metric: MetricDefinition
    }
    private var medians: [Key: [Double?]] = [:]

    /// Of several references to one group the first counts.
    init(_ results: [CaseResult]) {
        for result in results where result.isReference {
            for metric in result.metrics {
                let key = Self.key(result.benchmarkCase, metric)
                if medians[key] == nil { medians[key] = result.rounds(of: metric).map { $0?.p50 } }
            }
        }
    }

    /// Empty where there is no reference.
    subscript(measured: BenchmarkCase, metric: MetricDefinition) -> [Double?] {
        medians[Self.key(measured, metric)] ?? []
    }

    private static func key(_ measured: BenchmarkCase, _ metric: MetricDefinition) -> Key {
        Key(suite: measured.suite, parameters: measured.parameterText, metric: metric)
    }
}
