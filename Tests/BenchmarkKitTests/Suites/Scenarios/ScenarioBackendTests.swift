import TestSupport
import Testing

@testable import BenchmarkKit

struct ScenarioBackendTests {
    private func trace(jitter: Int = 0, _ actions: [ScenarioAction.Kind]) -> ScenarioTrace {
        let scenario = ScenarioKind.allCases.first { $0.actions.contains(actions[0]) }!
        var header = ScenarioHeader(scenario: scenario, seed: 3, users: 1, records: 4)
        header.backend = BackendLatencies(
            loadMicroseconds: 1_000, saveMicroseconds: 2_000, fetchMicroseconds: 6_000, jitterPercent: jitter)
        return ScenarioTrace(
            header: header,
            actions: actions.enumerated().map {
                ScenarioAction(index: $0, microseconds: 0, user: 0, kind: $1, record: 1, steps: 3)
            })
    }

    // MARK: Time

    @Test func `A request takes what the trace says, by the clock given`() async throws {
        let clock = ManualClock()
        let trace = trace([.rename])
        let systemUnderTest = ScenarioBackend(trace, clock: ScenarioClock(clock))
        let request = Task { try await systemUnderTest.load(trace.actions[0]) }
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.microseconds(1_000)])
        clock.advance(by: .microseconds(1_000))
        #expect(try await request.value.records == 1)
    }

    @Test func `A pull is told of its steps at equal distances`() async throws {
        let clock = ManualClock()
        let trace = trace([.pull])
        let systemUnderTest = ScenarioBackend(trace, clock: ScenarioClock(clock))
        let steps = EventLog<Int>()
        let request = Task { try await systemUnderTest.fetchGroup(trace.actions[0]) { steps.append($0) } }
        for step in 1...3 {
            await clock.waitForSleepers()
            #expect(steps.events == Array(1..<step))
            #expect(clock.deadlines == [.microseconds(2_000 * step)])
            clock.advance(by: .microseconds(2_000))
        }
        _ = try await request.value
        #expect(steps.events == [1, 2, 3])
        #expect(systemUnderTest.account.steps[0] == [2_000_000, 4_000_000, 6_000_000])
    }

    @Test func `A cancelled request ends at once, and has no effect`() async throws {
        let clock = ManualClock()
        let trace = trace([.delete])
        let systemUnderTest = ScenarioBackend(trace, clock: ScenarioClock(clock))
        let request = Task { try await systemUnderTest.delete(trace.actions[0]) }
        await clock.waitForSleepers()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(systemUnderTest.account.inFlight == 0)
        #expect(try systemUnderTest.account.version(of: 1) == 0)
    }

    @Test func `Latencies vary by seed, action, kind and record, within the jitter, and repeat`() {
        let latency = RequestLatency(trace(jitter: 50, [.rename]).header)
        let all = (0..<1_000).map { latency.nanoseconds(.fetch, $0) }
        #expect(all.allSatisfy { (3_000_000...9_000_000).contains($0) })
        #expect(all.min()! < 3_300_000 && all.max()! > 8_700_000)
        #expect(all == (0..<1_000).map { latency.nanoseconds(.fetch, $0) })
        #expect(latency.nanoseconds(.fetch, 1, 0) != latency.nanoseconds(.fetch, 1, 1))
        #expect(latency.nanoseconds(.load, 1) * 6 != latency.nanoseconds(.fetch, 1))
        var other = trace(jitter: 50, [.rename]).header
        other.seed = 4
        #expect(all != (0..<1_000).map { RequestLatency(other).nanoseconds(.fetch, $0) })
    }

    // MARK: The account

    private func records(_ body: (inout BackendRecords, [ScenarioAction]) throws -> Void) rethrows -> BackendRecords {
        let trace = trace([.rename, .rename, .delete, .rename])
        var records = BackendRecords(trace)
        try body(&records, trace.actions)
        return records
    }

    @Test func `Writes upon what was read, in order, do not conflict`() throws {
        let account = try records { records, _ in
            for action in 0..<2 { records.save(1, by: action, readAs: try records.version(of: 1)) }
        }
        #expect(account.writeConflicts == 0)
    }

    @Test func `A write upon another version than was read conflicts`() throws {
        let account = try records { records, _ in
            let read = try records.version(of: 1)
            records.save(1, by: 0, readAs: read)
            records.save(1, by: 1, readAs: read)
        }
        #expect(account.writeConflicts == 1)
    }

    @Test func `A write behind a later one conflicts`() throws {
        let account = try records { records, _ in
            records.save(1, by: 1, readAs: try records.version(of: 1))
            records.save(1, by: 0, readAs: try records.version(of: 1))
            records.merge(1, by: 0)
        }
        #expect(account.writeConflicts == 2)
    }

    @Test func `What is in flight when a record is deleted, or begins later, was left behind, but for later actions`()
        throws
    {
        let account = try records { records, actions in
            records.begin(actions[0], touching: 1)
            records.begin(actions[2], touching: 1)
            records.begin(actions[3], touching: 1)
            try records.delete(1, by: 2)
            records.begin(actions[1], touching: 1)
            records.begin(actions[3], touching: 1)
        }
        #expect(account.leftBehind == 2)
    }

    @Test func `What has ended before a record is deleted was not left behind`() throws {
        let account = try records { records, actions in
            records.begin(actions[0], touching: 1)
            records.end(actions[0], touching: 1)
            records.begin(actions[0], touching: 2)
            try records.delete(1, by: 2)
        }
        #expect(account.leftBehind == 0 && account.inFlight == 1 && account.requests == 2)
    }

    @Test func `A deleted record is gone`() throws {
        try _ = records { records, _ in
            try records.delete(1, by: 2)
            #expect(throws: ScenarioError.noSuchRecord(1)) { try records.version(of: 1) }
            #expect(throws: ScenarioError.noSuchRecord(1)) { try records.delete(1, by: 3) }
        }
    }
}
