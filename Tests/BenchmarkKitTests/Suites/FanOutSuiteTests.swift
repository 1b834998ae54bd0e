import TestSupport
import Testing

@testable import BenchmarkKit

/// One after the other, whatever the limit.
private enum SequentialFanOut: FanOutImplementation {
    static let name = "sequential"
    static let isBounded = true
    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        for index in 0..<count { await body(index) }
    }
}

/// All at once, whatever the limit: on one thread, which begins the next when the one before suspends.
private enum ExceedingFanOut: FanOutImplementation {
    static let name = "exceeding"
    static let isBounded = true
    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        let executor = QueueExecutor()
        await withTaskExecutorPreference(executor) {
            await withDiscardingTaskGroup { group in
                for index in 0..<count { group.addTask { await body(index) } }
            }
        }
    }
}

/// Leaves the last element out.
private enum LosingFanOut: FanOutImplementation {
    static let name = "losing"
    static let isBounded = false
    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        for index in 0..<count - 1 { await body(index) }
    }
}

struct FanOutSuiteTests {
    private let systemUnderTest = FanOutSuite([LosingFanOut.self, SequentialFanOut.self, ExceedingFanOut.self])
    private let context = RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0)

    private func planned(
        _ implementation: String, limit: String, _ profile: BenchmarkProfile = .tiny, body: FanOutBody = .cpu
    ) throws -> PlannedCase {
        try #require(
            systemUnderTest.cases(SuiteOptions(profile: profile)).first {
                $0.benchmarkCase.implementation == implementation && $0.benchmarkCase["limit"] == limit
                    && $0.benchmarkCase["body"] == body.rawValue
            })
    }

    @Test func `A round at a limit has the time an element takes`() async throws {
        let metrics = try await planned("sequential", limit: "2").measure(context)
        let samples = metrics[0].samples
        #expect(metrics.map(\.metric.name) == ["item_time"])
        // Nothing takes less than its body.
        #expect(samples.allSatisfy { $0 >= 20_000 })
    }

    @Test func `A sweep has the parameters of the scalability law`() async throws {
        let metrics = try await planned("sequential", limit: "sweep").measure(context)
        #expect(metrics.map(\.metric.name) == ["usl_lambda", "usl_sigma", "usl_kappa", "usl_knee", "usl_error"])
        #expect(metrics.allSatisfy { $0.samples.count == 1 && $0.samples[0] >= 0 })
    }

    @Test func `A lost element is a broken contract`() async throws {
        await #expect(throws: ContractViolation("lost: 19 of 20 operations ran")) {
            try await planned("losing", limit: "1").measure(context)
        }
    }

    @Test func `More in work than the limit allows is a broken contract`() async throws {
        let violation = await #expect(throws: ContractViolation.self) {
            try await planned("exceeding", limit: "2", .quick, body: .sleep).measure(context)
        }
        // How many had ended by then is the timer's affair.
        #expect(violation?.line.hasSuffix("elements were in work at once, and 2 were allowed") == true)
    }

    @Test func `Sweeps are for what is bounded, the first of which is their reference`() {
        let sweeps = systemUnderTest.cases(SuiteOptions(profile: .tiny)).filter { $0.benchmarkCase["limit"] == "sweep" }
        #expect(sweeps.map(\.benchmarkCase.implementation) == ["sequential", "exceeding"])
        #expect(sweeps.map(\.isReference) == [true, false])
    }

    @Test func `The limits asked for are those measured`() {
        let limits = systemUnderTest.cases(SuiteOptions(profile: .tiny, limits: [3, 5])).map {
            $0.benchmarkCase["limit"]
        }
        #expect(Set(limits) == ["3", "5"])
    }
}
