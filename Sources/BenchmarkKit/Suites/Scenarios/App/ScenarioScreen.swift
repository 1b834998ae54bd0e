/// What the users of an app see.
@MainActor
public final class ScenarioScreen: Sendable {
    private let clock: ScenarioClock
    /// What was shown of each action.
    private(set) var shown: [ShownAction]
    /// The last replaceable action of each user so far.
    private var latest: [Int: Int] = [:]
    private(set) var staleResults = 0

    nonisolated init(_ trace: ScenarioTrace, clock: ScenarioClock) {
        self.clock = clock
        shown = Array(repeating: ShownAction(), count: trace.actions.count)
    }

    /// Shows the result of an action: that it is saved, or what it found.
    public func show(_ action: ScenarioAction) {
        if shown[action.index].time == nil { shown[action.index].time = clock.nanoseconds() }
        shown[action.index].count += 1
        if action.kind.isReplaceable, let newest = latest[action.user], newest > action.index { staleResults += 1 }
    }

    /// Shows how far an action is.
    public func showProgress(_ action: ScenarioAction, step: Int) {
        shown[action.index].progress(step, at: clock.nanoseconds())
    }

    /// Called before an implementation is told.
    func begin(_ action: ScenarioAction) {
        if action.kind.isReplaceable { latest[action.user] = action.index }
    }
}

/// What was shown of an action.
struct ShownAction: Sendable {
    /// When its result was, first.
    var time: UInt64?
    /// How many times it was.
    var count = 0
    /// When each step was, in the order in which they were.
    private(set) var steps: [(step: Int, time: UInt64)] = []
    /// Steps out of order, or behind the result.
    private(set) var lateSteps = 0

    mutating func progress(_ step: Int, at time: UInt64) {
        if self.time != nil || step <= steps.last?.step ?? 0 { lateSteps += 1 }
        steps.append((step, time))
    }
}
