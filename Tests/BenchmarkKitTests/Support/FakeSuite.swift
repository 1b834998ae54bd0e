@testable import BenchmarkKit

/// Cases whose rounds are given, so that everything that follows from them is known.
struct FakeSuite: BenchmarkSuite {
    struct Implementation: Sendable {
        let name: String
        var skipReason: String?
        /// What a round measures.
        let measure: @Sendable (RoundContext) async throws -> [MetricRound]

        init(
            _ name: String, skipReason: String? = nil,
            measure: @escaping @Sendable (RoundContext) async throws -> [MetricRound]
        ) {
            self.name = name
            self.skipReason = skipReason
            self.measure = measure
        }

        /// Every round, warm-up too, has one sample, by its number.
        init(_ name: String, _ samples: @escaping @Sendable (_ round: Int) -> Double) {
            self.init(name) { [MetricRound(FakeSuite.time, .samples([samples($0.round)]))] }
        }
    }

    static let time = MetricDefinition("time", unit: "ns")

    var name = "fake"
    let question = "What does a fake cost?"
    var backlogs = [1]
    var rounds = 3
    var seconds = 1.0
    var secondsPerPass = 0.0
    var implementations: [Implementation]

    func cases(_ options: SuiteOptions) -> [PlannedCase] {
        backlogs.flatMap { backlog in
            implementations.enumerated().map { index, implementation in
                PlannedCase(
                    BenchmarkCase(
                        suite: name, implementation: implementation.name,
                        parameters: [CaseParameter("backlog", backlog), CaseParameter("colour", "red")]),
                    isReference: index == 0, expectedSecondsPerRound: seconds, rounds: rounds,
                    expectedSecondsPerPass: secondsPerPass, skipReason: implementation.skipReason,
                    measure: implementation.measure)
            }
        }
    }
}

extension RunIdentity {
    static let test = RunIdentity(
        id: "20261201T000000Z-0001", timestamp: "2026-12-01T00:00:00Z", revision: "abc", host: "host")
}
