/// How far a run is, for those who watch it.
package struct RunProgress: Sendable {
    /// Cases, of `total`.
    package internal(set) var finished = 0
    package let total: Int
    /// Of the case that is measured next.
    package internal(set) var current: BenchmarkCase?
    /// The suite's place among the run's, 1-based, and how many there are.
    package internal(set) var suite = (name: "", index: 1, count: 1)
    /// Whether the suite has just ended.
    package internal(set) var endsSuite = false
    /// The case that ended last.
    package internal(set) var last: FinishedFigure?
    private let expectedSeconds: Double
    /// As the suites expect.
    var expectedSecondsLeft: Double
    private var pace = RunPace()

    init(total: Int, expectedSeconds: Double) {
        self.total = total
        self.expectedSeconds = expectedSeconds
        expectedSecondsLeft = expectedSeconds
    }

    /// By what the run has really taken so far.
    package var secondsLeft: Double { pace.seconds(expected: max(expectedSecondsLeft, 0)) }

    /// Of the time expected, 0 to 1.
    package var shareDone: Double {
        expectedSeconds > 0 ? min(max(1 - expectedSecondsLeft / expectedSeconds, 0), 1) : 0
    }

    mutating func spend(expected: Double, actual: Double) {
        expectedSecondsLeft -= expected
        pace.add(expected: expected, actual: actual)
    }
}

/// What a case has come to, in short: the median of its first metric, and its ratio.
package struct FinishedFigure: Sendable, Hashable {
    package let implementation: String
    package let median: Double
    package let unit: String
    /// `nil` for the reference itself, and where there is none.
    package let ratio: Double?

    /// - Parameter group: The results so far of all that it is compared with.
    /// - Returns: `nil` of a case without figures.
    init?(_ result: CaseResult, among group: [CaseResult]) {
        guard let metric = result.metrics.first else { return nil }
        let rounds = result.rounds(of: metric)
        let present = rounds.compactMap { $0 }
        guard let summary = SampleSummary(pooling: present) else { return nil }
        implementation = result.benchmarkCase.implementation
        median = summary.p50
        unit = metric.unit
        if present.contains(where: { $0.expectation != nil }) {
            ratio = RatioSummary.ratio(toExpectationsOf: present)
        } else if result.isReference {
            ratio = nil
        } else {
            let reference = ReferenceMedians(group)[result.benchmarkCase, metric]
            ratio = RatioSummary.ratio(rounds.map { $0?.p50 }, toReference: reference)
        }
    }
}
