import Dispatch
import Synchronization

/// Plays a trace on an implementation: each action at its time, however far the ones before are.
struct ScenarioReplay: Sendable {
    let trace: ScenarioTrace
    let clock: ScenarioClock
    /// `false` where a test's clock says what time it is.
    let watchesMainActor: Bool
    /// Seconds, from the last action on, after which what has not ended is given up; also without end.
    let patience: Double

    init(
        _ trace: ScenarioTrace, clock: ScenarioClock = ScenarioClock(PunctualClock.shared),
        watchesMainActor: Bool = true, patience: Double? = nil
    ) {
        self.trace = trace
        self.clock = clock
        self.watchesMainActor = watchesMainActor
        self.patience = patience ?? Self.patience(trace)
    }

    /// What everything takes one after the other, and ten seconds.
    private static func patience(_ trace: ScenarioTrace) -> Double {
        let backend = trace.header.backend
        let latencies = backend.loadMicroseconds + backend.saveMicroseconds + backend.fetchMicroseconds
        let records = Double(trace.header.records)
        let longest = Double(latencies) * (1 + Double(backend.jitterPercent) / 100)
        let one = longest + Double(trace.header.debounceMicroseconds)
        let decoding = Double(backend.decodeMicroseconds) * records
        let all = trace.actions.reduce(0.0) { $0 + decoding + ($1.kind == .sync ? records : 1) * one }
        return 10 + all / 1e6
    }

    func run(_ player: ScenarioPlayer) async -> ScenarioRecording {
        let backend = ScenarioBackend(trace, clock: clock)
        let screen = ScenarioScreen(trace, clock: clock)
        let header = trace.header
        let app = ScenarioApp(
            backend: backend, screen: screen, users: header.users, records: header.records,
            debounce: .microseconds(header.debounceMicroseconds), limit: header.limit, clock: clock.clock)
        let performance = Performance(self, screen: screen, perform: await player.open(app))
        let probe = watchesMainActor ? MainActorStallProbe() : nil
        var recording = ScenarioRecording(trace)
        recording.origin = clock.nanoseconds()
        await performance.play(from: recording.origin)
        await performance.waitForEnd(patience: patience)
        recording.endings = performance.endings
        recording.stalls = await probe?.end() ?? MainActorStalls()
        (recording.shown, recording.staleResults) = await MainActor.run { (screen.shown, screen.staleResults) }
        recording.account = backend.account
        return recording
    }
}

/// One replay under way.
private final class Performance: Sendable {
    private let actions: [ScenarioAction]
    private let clock: ScenarioClock
    private let screen: ScenarioScreen
    private let perform: ScenarioPlayer.Perform
    private let results: Mutex<[ScenarioRecording.Ending?]>
    /// Knows when all have ended.
    private let batch: OperationBatch

    init(_ replay: ScenarioReplay, screen: ScenarioScreen, perform: @escaping ScenarioPlayer.Perform) {
        actions = replay.trace.actions
        clock = replay.clock
        self.screen = screen
        self.perform = perform
        results = Mutex(Array(repeating: nil, count: actions.count))
        batch = OperationBatch(count: actions.count, body: .empty, capabilities: [], exclusion: ExclusionCheck())
    }

    var endings: [ScenarioRecording.Ending?] { results.withLock { $0 } }

    /// Returns once the last action was handed to the main actor.
    func play(from origin: UInt64) async {
        await withCheckedContinuation { continuation in play(0, from: origin) { continuation.resume() } }
    }

    private func play(_ index: Int, from origin: UInt64, whenDone: @escaping @Sendable () -> Void) {
        guard index < actions.count else { return whenDone() }
        clock.at(origin + actions[index].microseconds * 1_000) { [self] in
            let action = actions[index]
            // As a touch comes: a job of the main actor among others.
            DispatchQueue.main.async { MainActor.assumeIsolated { self.begin(action) } }
            play(index + 1, from: origin, whenDone: whenDone)
        }
    }

    @MainActor
    private func begin(_ action: ScenarioAction) {
        screen.begin(action)
        let task = perform(action)
        Task.detached { [self] in
            let result = await task.result
            let time = clock.nanoseconds()
            results.withLock { $0[action.index] = ScenarioRecording.Ending(result, time: time) }
            batch.run(action.index)
        }
    }

    /// Returns once all have ended, or are given up.
    func waitForEnd(patience: Double) async {
        guard patience.isFinite else { return await batch.waitUnwatched() }
        let giveUp = DispatchWorkItem { [batch] in batch.giveUp() }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: giveUp)
        await batch.waitUnwatched()
        giveUp.cancel()
    }
}
