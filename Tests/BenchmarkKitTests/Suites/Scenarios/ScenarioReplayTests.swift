import TestSupport
import Testing

@testable import BenchmarkKit

struct ScenarioReplayTests {
    private func trace(at times: [UInt64]) -> ScenarioTrace {
        ScenarioTrace(
            header: ScenarioHeader(scenario: .notebook),
            actions: times.enumerated().map {
                ScenarioAction(index: $0, microseconds: $1, user: 0, kind: .rename)
            })
    }

    private func replay(_ trace: ScenarioTrace, _ clock: ManualClock, patience: Double = 60) -> ScenarioReplay {
        ScenarioReplay(trace, clock: ScenarioClock(clock), watchesMainActor: false, patience: patience)
    }

    private func times(_ recording: ScenarioRecording) throws -> SampleSummary {
        let metrics = try ScenarioFigures(recording, []).metrics()
        return try #require(SampleSummary(pooling: metrics.filter { $0.metric == ScenarioMetric.timeToSaved }))
    }

    @Test func `Who saves ten milliseconds late is measured at ten milliseconds`() async throws {
        let clock = ManualClock()
        let replay = replay(trace(at: [5_000]), clock)
        let run = Task { await replay.run(ScenarioPlayer(LateNotebook.self)) }
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(5)])
        clock.advance(by: .milliseconds(5))
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(15)])
        clock.advance(by: .milliseconds(10))
        let times = try times(await run.value)
        #expect(times.minimum == 10_000_000 && times.maximum == 10_000_000)
    }

    @Test func `Actions begin at their times, however slow the ones before are`() async throws {
        let clock = ManualClock()
        let replay = replay(trace(at: [1_000, 1_000, 3_000, 10_000]), clock)
        let run = Task { await replay.run(ScenarioPlayer(SlowNotebook.self)) }
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(1)])
        clock.advance(by: .milliseconds(1))
        // Two actions under way, and the next one's time.
        await clock.waitForSleepers(3)
        #expect(clock.deadlines == [3, 101, 101].map { .milliseconds($0) })
        clock.advance(by: .milliseconds(2))
        await clock.waitForSleepers(4)
        #expect(clock.deadlines == [10, 101, 101, 103].map { .milliseconds($0) })
        clock.advance(by: .milliseconds(7))
        await clock.waitForSleepers(4)
        #expect(clock.deadlines == [101, 101, 103, 110].map { .milliseconds($0) })
        clock.advance(by: .milliseconds(100))
        // All are shown at 110.
        let times = try times(await run.value)
        #expect(times.minimum == 100_000_000 && times.maximum == 109_000_000 && times.count == 4)
    }

    @Test func `A late start of an action counts as a wait of its user`() async throws {
        let clock = ManualClock()
        let replay = replay(trace(at: [1_000]), clock)
        let run = Task { await replay.run(ScenarioPlayer(LateNotebook.self)) }
        await clock.waitForSleepers()
        // Nobody came to it at 1.
        clock.advance(by: .milliseconds(4))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(10))
        #expect(try times(await run.value).maximum == 13_000_000)
    }

    @Test func `What never ends is given up, and lost`() async throws {
        let clock = ManualClock()
        let recording = await replay(trace(at: [0]), clock, patience: 0.001).run(ScenarioPlayer(SlowNotebook.self))
        #expect(throws: ContractViolation("lost: #0 (rename) never ended")) { try times(recording) }
        // Let it go.
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
    }

    // MARK: The clock, and the main actor

    @Test func `The punctual clock calls in the order of the deadlines`() async {
        let clock = PunctualClock()
        let called = EventLog<Int>()
        let latch = Latch(4)
        // All are due when the clock's thread, which is held up, comes to them.
        let (held, hold) = (Gate(), DispatchSemaphoreBox())
        clock.at(0) {
            held.open()
            hold.wait()
        }
        await held.wait()
        for number in [3, 1, 4, 2] {
            clock.at(UInt64(number)) {
                called.append(number)
                latch.countDown()
            }
        }
        hold.signal()
        await latch.wait()
        #expect(called.events == [1, 2, 3, 4])
    }

    @Test func `The punctual clock wakes no sleeper before its time`() async throws {
        let clock = PunctualClock()
        let start = clock.now
        try await clock.sleep(for: .milliseconds(2))
        #expect(start.duration(to: clock.now) >= .milliseconds(2))
    }

    @Test func `A sleep of the punctual clock ends with its task's cancellation, also before it began`() async throws {
        let clock = PunctualClock()
        let task = Task { try await clock.sleep(for: .seconds(3_600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { try await clock.sleep(for: .seconds(3_600)) }
        }
    }

    @Test func `A main actor that does not answer for nine milliseconds has stalled`() async {
        let probe = MainActorStallProbe()
        await MainActor.run {
            // Either a new question comes, or one is waiting already, and none can come before its answer.
            let (questions, start) = (probe.questions, MonotonicClock.nanoseconds())
            while probe.questions == questions, MonotonicClock.nanoseconds() - start < 1_000_000_000 {}
            BusyLoop.spin(nanoseconds: 9_000_000)
        }
        let stalls = await probe.end()
        #expect(stalls.count >= 1)
        #expect(stalls.longest >= 9_000_000)
    }
}
