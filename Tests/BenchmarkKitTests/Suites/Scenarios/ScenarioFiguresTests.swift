import Testing

@testable import BenchmarkKit

/// Figures of recordings made by hand.
struct ScenarioFiguresTests {
    /// A trace whose actions are of these kinds, a millisecond apart, all of user 0 and about record 0.
    private func trace(_ kinds: [ScenarioAction.Kind], records: Int = 1, limit: Int = 1) -> ScenarioTrace {
        let scenario = ScenarioKind.allCases.first { $0.actions.contains(kinds[0]) }!
        var header = ScenarioHeader(scenario: scenario, users: 1, records: records)
        header.limit = limit
        header.backend.fetchMicroseconds = 100
        return ScenarioTrace(
            header: header,
            actions: kinds.enumerated().map {
                ScenarioAction(index: $0, microseconds: UInt64($0) * 1_000, user: 0, kind: $1, steps: 2)
            })
    }

    /// All actions are shown at the time given, in nanoseconds from the beginning of the trace, or end otherwise.
    private func recording(
        _ trace: ScenarioTrace, shownAt times: [UInt64?], _ outcome: ScenarioRecording.Ending.Outcome = .finished
    ) -> ScenarioRecording {
        var recording = ScenarioRecording(trace)
        recording.origin = 1_000_000
        for (index, time) in times.enumerated() {
            recording.endings[index] = .init(
                time == nil ? outcome : .finished, time: recording.origin + (time ?? 50_000_000))
            if let time {
                recording.shown[index].time = recording.origin + time
                recording.shown[index].count = 1
            }
        }
        return recording
    }

    private func metrics(
        _ recording: ScenarioRecording, _ promises: ScenarioPromises = []
    ) throws -> [String: SampleSummary] {
        let metrics = try ScenarioFigures(recording, promises).metrics()
        return Dictionary(
            uniqueKeysWithValues: metrics.map { ($0.metric.name, SampleSummary(pooling: [$0])!) })
    }

    private func violation(_ recording: ScenarioRecording, _ promises: ScenarioPromises = []) -> String? {
        do {
            _ = try ScenarioFigures(recording, promises).metrics()
            return nil
        } catch { return "\(error)" }
    }

    // MARK: Times

    @Test func `Times count from when an action was to be done`() throws {
        let trace = trace([.rename, .export, .rename, .pull])
        let figures = try metrics(
            recording(trace, shownAt: [10_000_000, 1_500_000, 2_250_000, 7_000_000]))
        #expect(figures["time_to_saved"]?.maximum == 10_000_000)
        #expect(figures["time_to_saved"]?.minimum == 250_000)
        #expect(figures["time_to_shown"]?.maximum == 500_000)
        #expect(figures["time_to_pulled"]?.maximum == 4_000_000)
    }

    @Test func `Progress lags from a step's report to its being shown`() throws {
        var recording = recording(trace([.rename, .pull]), shownAt: [1, 30_000])
        recording.account.report(1, of: 1, at: 5_000)
        recording.account.report(2, of: 1, at: 9_000)
        recording.shown[1].time = nil
        recording.shown[1].progress(1, at: 6_000)
        recording.shown[1].progress(2, at: 12_000)
        recording.shown[1].time = 1_030_000
        let lag = try metrics(recording, .ordersProgress)["progress_lag"]
        #expect(lag?.count == 2 && lag?.minimum == 1_000 && lag?.maximum == 3_000)
    }

    @Test func `Only the searches that were last for long enough count, the superseded with the time until then`()
        throws
    {
        let trace = ScenarioTrace(
            header: trace([.type]).header,
            // The first is followed after 50 µs, less than a fetch; the second after 950.
            actions: [0, 50, 1_000].enumerated().map {
                ScenarioAction(index: $0, microseconds: $1, user: 0, kind: .type)
            })
        var recording = recording(trace, shownAt: [nil, nil, 1_200_000], .cancelled)
        recording.endings[1] = .init(.cancelled, time: recording.origin + 1_010_000)
        let times = try metrics(recording)["time_to_shown"]
        #expect(times?.count == 2)
        #expect(times?.minimum == 200_000 && times?.maximum == 960_000)
    }

    @Test func `A sync's time is compared with its ideal schedule`() throws {
        // Three records of 100 µs, two at a time, take 200 µs.
        var recording = recording(trace([.sync], records: 3, limit: 2), shownAt: [300_000])
        for record in 0..<3 { recording.account.sync(record, by: 0) }
        let time = try #require(
            try ScenarioFigures(recording, []).metrics().first { $0.metric == ScenarioMetric.syncTime })
        #expect(time.samples == [300_000])
        #expect(time.expectation?.measured == 300_000 && time.expectation?.expected == 200_000)
    }

    // MARK: Counts

    @Test func `Who shows two stale results and stalls thrice shows so`() throws {
        var recording = recording(trace([.type, .type, .type]), shownAt: [5_000_000, 5_000_000, 5_000_000])
        recording.staleResults = 2
        for wait: UInt64 in [8_000_000, 8_000_001, 9_000_000, 30_000_000] { recording.stalls.record(wait) }
        let figures = try metrics(recording)
        #expect(figures["stale_results"]?.p50 == 2)
        #expect(figures["main_stalls"]?.p50 == 3)
        #expect(figures["longest_stall"]?.p50 == 30_000_000)
        #expect(
            violation(recording, .neverStale)
                == "stale: 2 results were shown though their users had asked for others")
    }

    @Test func `Steps out of order and behind the result are late`() throws {
        var recording = recording(trace([.rename, .pull]), shownAt: [1, nil])
        recording.shown[1].progress(2, at: 1_000_001)
        recording.shown[1].progress(1, at: 1_000_002)
        recording.shown[1].time = 1_000_003
        recording.shown[1].count = 1
        recording.shown[1].progress(3, at: 1_000_004)
        #expect(try metrics(recording)["late_progress"]?.p50 == 2)
        #expect(
            violation(recording, .ordersProgress)
                == "progress: 2 steps were shown out of order, or behind the result")
    }

    @Test func `A pull whose last step was never shown breaks the promise`() {
        var recording = recording(trace([.rename, .pull]), shownAt: [1, nil])
        recording.shown[1].progress(1, at: 1_000_001)
        recording.shown[1].time = 1_000_003
        recording.shown[1].count = 1
        #expect(violation(recording) == nil)
        #expect(violation(recording, .ordersProgress) == "progress: #1 was shown without its last step")
    }

    @Test func `More of a sync in flight than allowed breaks the promise`() throws {
        var recording = recording(trace([.sync], records: 2), shownAt: [1])
        let action = recording.trace.actions[0]
        for _ in 0..<2 { recording.account.begin(action, touching: nil) }
        for record in 0..<2 {
            recording.account.sync(record, by: 0)
            recording.account.end(action, touching: nil)
        }
        let figures = try metrics(recording)
        #expect(figures["most_in_flight"]?.p50 == 2 && figures["requests"]?.p50 == 2)
        #expect(
            violation(recording, .boundsFanOut) == "limit: 2 requests of a sync were in flight, and 1 were allowed")
    }

    // MARK: Lost

    @Test func `An action that ended without a result is lost`() {
        #expect(
            violation(recording(trace([.rename, .export]), shownAt: [1, nil]))
                == "lost: #1 (export) ended, and its result was not shown")
    }

    @Test func `An action that never ended is lost`() {
        var recording = recording(trace([.rename, .export]), shownAt: [1, 2])
        recording.endings[0] = nil
        #expect(violation(recording) == "lost: #0 (rename) never ended")
    }

    @Test func `An action shown twice is told`() {
        var recording = recording(trace([.rename]), shownAt: [1])
        recording.shown[0].count = 2
        #expect(violation(recording) == "twice: #0 (rename) was shown 2 times")
    }

    @Test func `An action that failed is lost, with its error`() {
        #expect(
            violation(recording(trace([.pull]), shownAt: [nil], .failed("no network")))
                == "lost: #0 (pull) failed: no network")
    }

    @Test func `Only who is superseded may be cancelled`() {
        #expect(violation(recording(trace([.type, .type]), shownAt: [nil, 5], .cancelled)) == nil)
        #expect(
            violation(recording(trace([.type, .type]), shownAt: [5, nil], .cancelled))
                == "lost: #1 (type) was cancelled, and nothing took its place")
        #expect(
            violation(recording(trace([.export, .delete]), shownAt: [nil, 5], .cancelled))
                == "lost: #0 (export) was cancelled, and nothing took its place")
    }

    @Test func `A delete may cancel what was asked for before, and not what comes later`() {
        #expect(violation(recording(trace([.rename, .delete]), shownAt: [nil, 5], .cancelled)) == nil)
        #expect(
            violation(recording(trace([.delete, .rename]), shownAt: [5, nil], .cancelled))
                == "lost: #1 (rename) was cancelled, and nothing took its place")
    }

    @Test func `A record is missed only where it was deleted, before where writes keep their order`() {
        let late = recording(trace([.delete, .rename]), shownAt: [5, nil], .noSuchRecord)
        #expect(violation(late, .keepsWriteOrder) == nil)
        let early = recording(trace([.rename, .delete]), shownAt: [nil, 5], .noSuchRecord)
        #expect(violation(early) == nil)
        let lost = "lost: #0 (rename) found no record 0, which was not deleted"
        #expect(violation(early, .keepsWriteOrder) == lost)
        #expect(violation(recording(trace([.rename]), shownAt: [nil], .noSuchRecord)) == lost)
    }

    @Test func `A sync that leaves a record out, or saves one twice, has lost it`() {
        var recording = recording(trace([.sync], records: 3), shownAt: [1])
        for record in [0, 1, 1] { recording.account.sync(record, by: 0) }
        #expect(violation(recording) == "lost: sync #0 saved 1 of 3 records exactly once")
    }
}
