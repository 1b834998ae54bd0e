import Testing

@testable import BenchmarkKit

/// Runs each operation where it is submitted, and counts them.
private struct InlineImplementation: SubmissionImplementation {
    static let name = "inline"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    func submit(_ operation: @escaping @Sendable () -> Void) { operation() }
}

/// As ``InlineImplementation``, under another name.
private struct OtherImplementation: SubmissionImplementation {
    static let name = "other"
    static let capabilities: ImplementationCapabilities = []
    func submit(_ operation: @escaping @Sendable () -> Void) { operation() }
}

struct ThroughputSuiteTests {
    private let systemUnderTest = ThroughputSuite([InlineImplementation.self, OtherImplementation.self])

    private func cases(_ profile: BenchmarkProfile) -> [PlannedCase] {
        systemUnderTest.cases(SuiteOptions(profile: profile))
    }

    @Test(arguments: BenchmarkProfile.allCases)
    func `Every shape is measured for every implementation, the first being the reference`(profile: BenchmarkProfile) {
        let cases = cases(profile)
        let inline = cases.filter { $0.benchmarkCase.implementation == "inline" }
        let other = cases.filter { $0.benchmarkCase.implementation == "other" }
        #expect(inline.map(\.benchmarkCase.parameters) == other.map(\.benchmarkCase.parameters))
        #expect(inline.allSatisfy(\.isReference) && !other.contains(where: \.isReference))
        #expect(Set(cases.map(\.benchmarkCase.description)).count == cases.count)
    }

    @Test func `The full profile goes to a million operations and sixteen producers`() {
        let parameters = cases(.full).flatMap(\.benchmarkCase.parameters)
        #expect(parameters.contains(CaseParameter("backlog", 1_000_000)))
        #expect(parameters.contains(CaseParameter("producers", 16)))
    }

    @Test func `Work that suspends is skipped where it cannot run, and says so`() {
        for planned in cases(.tiny) {
            let suspends = planned.benchmarkCase.description.hasSuffix("body=yield")
            #expect((planned.skipReason != nil) == suspends)
        }
    }

    @Test func `A round has an operation's time and its submission's, and the reference's also the harness's own`()
        async throws
    {
        for planned in cases(.tiny) where planned.skipReason == nil {
            let context = RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0)
            let metrics = try await planned.measure(context)
            #expect(
                metrics.map(\.metric.name) == ["operation_time", "submit_time"]
                    + (planned.isReference ? ["loop_time"] : []))
            let samples = metrics.map(\.samples)
            #expect(samples.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 > 0 } })
            // The submissions of one producer are a part of the whole; those of several add up.
            if planned.benchmarkCase["producers"] == "1" {
                #expect(zip(samples[0], samples[1]).allSatisfy { $0 >= $1 })
            }
        }
    }
}
