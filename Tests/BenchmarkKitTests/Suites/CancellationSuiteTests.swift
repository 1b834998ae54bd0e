import Testing

@testable import BenchmarkKit

/// Tasks that wait by themselves.
private struct WaitingTask: CancellationImplementation {
    static let name = "waiting"
    static let hasQueue = false
    static let canReplaceAll = false
    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task(operation: operation)
    }
}

/// Runs what was cancelled all the same.
private struct StubbornQueue: CancellationImplementation {
    static let name = "stubborn"
    static let hasQueue = true
    static let canReplaceAll = true
    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task { try await operation() }
    }
    func replaceAll(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task { try await operation() }
    }
}

struct CancellationSuiteTests {
    private let systemUnderTest = CancellationSuite([WaitingTask.self, StubbornQueue.self])
    private let context = RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0)

    private func planned(_ implementation: String, _ target: String) throws -> PlannedCase {
        try #require(
            systemUnderTest.cases(SuiteOptions(profile: .tiny)).first {
                $0.benchmarkCase.implementation == implementation && $0.benchmarkCase["target"] == target
            })
    }

    @Test(arguments: [
        ("queued", "cancel_to_throw", 10), ("running", "cancel_to_stop", 1), ("all", "mass_cancel_time", 1),
    ])
    func `Each target has its own metric`(target: String, metric: String, samples: Int) async throws {
        let metrics = try await planned("waiting", target).measure(context)
        #expect(metrics.map(\.metric.name) == [metric])
        #expect(metrics[0].samples.count == samples && metrics[0].samples.allSatisfy { $0 > 0 })
    }

    @Test func `A cancelled operation that returns is a broken contract`() async throws {
        await #expect(throws: ContractViolation("a cancelled operation throws CancellationError: it returned")) {
            try await planned("stubborn", "queued").measure(context)
        }
    }

    @Test func `What cannot be done in one step is skipped, and says so`() throws {
        #expect(try planned("waiting", "replace").skipReason == "cannot cancel and submit in one step")
        #expect(try planned("stubborn", "replace").skipReason == nil)
    }

    @Test(arguments: [BenchmarkProfile.quick, .standard])
    func `Longer backlogs get longer rounds and no more of them`(profile: BenchmarkProfile) throws {
        let options = SuiteOptions(profile: profile)
        let planned = systemUnderTest.cases(options).filter { $0.benchmarkCase["target"] == "queued" }
        let byBacklog = planned.sorted { Int($0.benchmarkCase["backlog"]!)! < Int($1.benchmarkCase["backlog"]!)! }
        let (first, last) = (try #require(byBacklog.first), try #require(byBacklog.last))
        #expect(first.rounds(options) > last.rounds(options) && last.rounds(options) >= 5)
        #expect(first.expectedSecondsPerRound < last.expectedSecondsPerRound)
    }
}
