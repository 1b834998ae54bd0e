import BenchmarkKit
import TaskRunners

extension ScenarioApp {
    /// What each keystroke's search does off the main actor.
    fileprivate func find(_ action: ScenarioAction) async throws {
        backend.decode(try await backend.search(action))
    }
}

/// A request a keystroke; whichever answer comes last stays on the screen.
struct BareSearchAdapter: SearchImplementation {
    static let name = "task"
    static let promises: ScenarioPromises = []
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func type(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            try await app.find(action)
            app.screen.show(action)
        }
    }
}

/// A request a keystroke, one after the other for each user: the answers come in order, and late.
struct SerialSearchAdapter: SearchImplementation {
    static let name = "serial"
    static let promises: ScenarioPromises = []
    private let runners: [SerialTaskRunner]
    private let app: ScenarioApp

    init(_ app: ScenarioApp) {
        self.app = app
        runners = (0..<app.users).map { _ in SerialTaskRunner() }
    }

    func type(_ action: ScenarioAction) -> Task<Void, any Error> {
        runners[action.user].run { [app] in
            try await app.find(action)
            await app.screen.show(action)
        }
    }
}

/// What apps write themselves: cancel the task before, sleep, ask, check.
final class HandWrittenSearchAdapter: SearchImplementation {
    static let name = "cancel-replace"
    static let promises: ScenarioPromises = [.neverStale]
    private let app: ScenarioApp
    @MainActor private var tasks: [Int: Task<Void, any Error>] = [:]

    init(_ app: ScenarioApp) { self.app = app }

    func type(_ action: ScenarioAction) -> Task<Void, any Error> {
        tasks[action.user]?.cancel()
        let task = Task { @MainActor [app] in
            try await app.clock.sleep(for: app.debounce)
            try await app.find(action)
            try Task.checkCancellation()
            app.screen.show(action)
        }
        tasks[action.user] = task
        return task
    }
}

struct LatestTaskSearchAdapter: SearchImplementation {
    static let name = "latest-task"
    static let promises: ScenarioPromises = [.neverStale]
    private let searches: [LatestTask]
    private let app: ScenarioApp

    init(_ app: ScenarioApp) {
        self.app = app
        searches = (0..<app.users).map { _ in LatestTask(debounce: app.debounce, clock: app.clock) }
    }

    func type(_ action: ScenarioAction) -> Task<Void, any Error> {
        searches[action.user].run { [app] in
            try await app.find(action)
        } publish: { [app] in
            app.screen.show(action)
        }
    }
}
