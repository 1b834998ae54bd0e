/// What became of the actions of one replay.
struct ScenarioRecording: Sendable {
    /// How the task of an action ended.
    struct Ending: Sendable {
        enum Outcome: Sendable, Hashable {
            case finished
            case cancelled
            case noSuchRecord
            case failed(String)
        }
        let outcome: Outcome
        let time: UInt64

        init(_ outcome: Outcome, time: UInt64) {
            (self.outcome, self.time) = (outcome, time)
        }

        init(_ result: Result<Void, any Error>, time: UInt64) {
            switch result {
            case .success: outcome = .finished
            case .failure(is CancellationError): outcome = .cancelled
            case .failure(is ScenarioError): outcome = .noSuchRecord
            case .failure(let error): outcome = .failed("\(error)")
            }
            self.time = time
        }
    }

    let trace: ScenarioTrace
    /// When the trace began; all times are of one clock.
    var origin: UInt64 = 0
    /// By the action's index; `nil` where it did not end.
    var endings: [Ending?]
    /// By the action's index.
    var shown: [ShownAction]
    var staleResults = 0
    var account: BackendRecords
    var stalls = MainActorStalls()

    /// One in which nothing happened.
    init(_ trace: ScenarioTrace) {
        self.trace = trace
        endings = Array(repeating: nil, count: trace.actions.count)
        shown = Array(repeating: ShownAction(), count: trace.actions.count)
        account = BackendRecords(trace)
    }

    /// When the action was to be done.
    func due(_ action: ScenarioAction) -> UInt64 { origin + action.microseconds * 1_000 }

    /// From when it was to be done to its result on the screen; `nil` where that never came.
    func timeToShown(_ action: ScenarioAction) -> UInt64? {
        shown[action.index].time.map { $0 - min($0, due(action)) }
    }
}
