import Synchronization
import Testing

@testable import BenchmarkKit

/// Runs each operation where it is submitted.
private struct InlineRunner: SubmissionImplementation {
    static let name = "inline"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    func submit(_ operation: @escaping @Sendable () -> Void) { operation() }
}

/// Promises nothing, and notes from where it was called.
private struct UnorderedRunner: SubmissionImplementation {
    static let name = "unordered"
    static let capabilities: ImplementationCapabilities = []
    func submit(_ operation: @escaping @Sendable () -> Void) { operation() }
}

/// Starts every reader at once, whatever the limit.
private struct UnlimitedReaders: GroupedImplementation {
    static let name = "unlimited"
    static let keepsOrder = false
    static let takesSeveralGroups = true
    static let takesLimit = true
    static let canSuspend = true
    init(groups: Int, limit: Int) {}
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { operation() }
    func submit(groups: [Int], writes: Bool, suspending operation: @escaping @Sendable () async -> Void) {
        Task { await operation() }
    }
}

private struct UnboundedReaders: GroupedImplementation {
    static let name = "unbounded"
    static let keepsOrder = false
    static let takesSeveralGroups = true
    static let takesLimit = false
    init(groups: Int, limit: Int) {}
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { operation() }
}

struct LatencySuiteTests {
    private let systemUnderTest = LatencySuite(
        [UnorderedRunner.self, InlineRunner.self], readers: [UnboundedReaders.self, UnlimitedReaders.self])

    private func planned(_ implementation: String, _ key: String, _ value: String?) throws -> PlannedCase {
        try #require(
            systemUnderTest.cases(SuiteOptions(profile: .tiny)).first {
                $0.benchmarkCase.implementation == implementation && $0.benchmarkCase[key] == value
            })
    }

    private func metrics(_ planned: PlannedCase) async throws -> [MetricRound] {
        try await planned.measure(RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0.01))
    }

    /// Schedules of operations that are submitted when they arrive, and start and end at the times given.
    private func recording(
        _ operations: [(arrival: UInt64, started: UInt64, ended: UInt64)], servers: Int = 1
    ) -> LatencyRecording {
        let recording = LatencyRecording(
            ArrivalSchedule(
                arrivals: operations.map(\.arrival), services: operations.map { $0.ended - $0.started },
                servers: servers))
        for (index, operation) in operations.enumerated() {
            recording[index] = (operation.arrival, operation.started, operation.ended)
        }
        return recording
    }

    // MARK: Figures

    @Test func `With one server a hand-off counts as service, and an idle one is woken`() {
        // Woken in 5; the second waits from 10 to the end at 105, and 3 more; the third wakes the server again, in 7.
        let figures = recording([(0, 5, 105), (10, 108, 208), (300, 307, 407)]).figures()
        #expect(figures.meanWait == (5 + 98 + 7) / 3.0)
        // 5, then 5 + 103 − 10, then 6: the mean set-up is 6, so that the path starts at 6, 109 and 306.
        #expect(figures.pathWait == (6 + 99 + 6) / 3.0)
        #expect(figures.wakeUps.count == 2 && figures.wakeUps.max == 7)
        #expect(figures.mostAtOnce == 1)
    }

    @Test
    func `With two servers Erlang C is asked with the measured service, and the recursion with the same arrivals`() {
        let figures = recording(
            [(0, 0, 100), (10, 10, 110), (20, 104, 204), (1_000, 1_000, 1_100)], servers: 2
        ).figures(servers: 2)
        #expect(figures.meanWait == 84 / 4.0)
        // The hand-off of 4 belongs to the first service.
        #expect(figures.pathWait == 84 / 4.0)
        #expect(figures.wakeUps.count == 3 && figures.wakeUps.max == 0)
        // λ = 4 / 1000, E[S] = 101: a = 0.404, B = 0.081608 / 1.485608, C = B / (1 − 0.202 (1 − B)) = 0.06790…
        let loss = 0.081608 / 1.485608
        let waiting = loss / (1 - 0.202 * (1 - loss))
        #expect(abs(figures.expectedWait - waiting * 101 / (2 * 0.798)) < 1e-9)
        #expect(figures.mostAtOnce == 2)
    }

    // MARK: Cases

    @Test func `The main actor pays for its calls, of every implementation`() async throws {
        let metrics = try await metrics(try planned("unordered", "from", "main"))
        #expect(metrics.map(\.metric.name) == ["main_actor_submit", "submit_to_start"])
        // Each runs where it is submitted: a call takes as long as its operation.
        guard case .histogram(let costs) = metrics[0].values else { throw ContractViolation("no histogram") }
        #expect(costs.count > 0 && costs.min >= 200_000)
    }

    @Test func `The calls come from the main actor`() async {
        let isOnMain = Mutex<[Bool]>([])
        let schedule = ArrivalSchedule(arrivals: [0, 1_000, 2_000], services: [0, 0, 0])
        let costs = await LatencyRecording(schedule).submitAllOnMainActor { _ in
            // Traps elsewhere.
            MainActor.assumeIsolated { isOnMain.withLock { $0.append(true) } }
        }
        #expect(isOnMain.withLock { $0.count } == 3 && costs.count == 3)
    }

    @Test func `An idle runner is woken by every operation, of every implementation`() async throws {
        for name in ["unordered", "inline"] {
            let metrics = try await metrics(try planned(name, "load", "idle"))
            #expect(metrics.map(\.metric.name) == ["idle_wakeup"])
            guard case .histogram(let wakeUps) = metrics[0].values else { throw ContractViolation("no histogram") }
            #expect(wakeUps.count > 1)
        }
    }

    @Test func `More readers at once than there are servers are a broken contract`() async throws {
        let violation = await #expect(throws: ContractViolation.self) {
            _ = try await LatencyRun(
                ArrivalSchedule(arrivals: [0, 1, 2, 3], services: Array(repeating: 20_000_000, count: 4), servers: 2)
            ).servers(UnlimitedReaders.self)
        }
        #expect(violation?.line.hasSuffix("operations ran at once, and 2 were allowed") == true)
    }

    @Test func `Readers without a limit are no such servers, and what has no queue is not asked for its wait`() throws {
        #expect(
            try planned("unbounded", "servers", "2").skipReason
                == "has no limit, so its readers are not so many servers")
        let reference = try planned("unlimited", "servers", "2")
        #expect(reference.skipReason == nil && reference.isReference)
        let queue = try #require(
            systemUnderTest.cases(SuiteOptions(profile: .tiny)).first { $0.benchmarkCase.implementation == "unordered" }
        )
        #expect(queue.skipReason?.hasPrefix("does not run one at a time in order") == true)
    }
}
