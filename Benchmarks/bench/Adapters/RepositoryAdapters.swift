import BenchmarkKit
import TaskRunners

extension ScenarioApp {
    fileprivate func fetch(_ record: Int, for action: ScenarioAction) async throws {
        backend.decode(try await backend.fetch(record: record, action))
    }

    /// What a sync does with each record.
    fileprivate func update(_ record: Int, for action: ScenarioAction) async throws {
        let content = try await backend.fetch(record: record, action)
        backend.decode(content)
        try await backend.save(record: record, content, action)
    }
}

/// A task for each record, all at once.
struct TaskGroupRepositoryAdapter: RepositoryImplementation {
    static let name = "task-group"
    static let promises: ScenarioPromises = []
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func sync(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            try await withThrowingTaskGroup { group in
                for record in 0..<app.records { group.addTask { try await app.update(record, for: action) } }
                try await group.waitForAll()
            }
            await app.screen.show(action)
        }
    }
    func open(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            try await app.fetch(action.record, for: action)
            app.screen.show(action)
        }
    }
}

/// A record at a time. What is opened waits its turn, too.
struct SerialRepositoryAdapter: RepositoryImplementation {
    static let name = "serial"
    static let promises: ScenarioPromises = [.boundsFanOut]
    private let runner = SerialTaskRunner()
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func sync(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app, runner] in
            for record in 0..<app.records {
                try await runner.run { try await app.update(record, for: action) }.value
            }
            await app.screen.show(action)
        }
    }
    func open(_ action: ScenarioAction) -> Task<Void, any Error> {
        runner.run { [app] in
            try await app.fetch(action.record, for: action)
            await app.screen.show(action)
        }
    }
}

/// Bounded fan-out for the sync; users share a request for the same record, and look at the newest one only.
struct FanOutRepositoryAdapter: RepositoryImplementation {
    static let name = "fan-out"
    static let promises: ScenarioPromises = [.boundsFanOut, .neverStale]
    private let views: [LatestTask]
    private let flights = SingleFlight<Int, Void>()
    private let app: ScenarioApp

    init(_ app: ScenarioApp) {
        self.app = app
        views = (0..<app.users).map { _ in LatestTask() }
    }

    func sync(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            try await (0..<app.records).concurrentForEach(limit: app.limit) { try await app.update($0, for: action) }
            await app.screen.show(action)
        }
    }
    func open(_ action: ScenarioAction) -> Task<Void, any Error> {
        views[action.user].run { [app, flights] in
            try await flights.run(action.record) { try await app.fetch(action.record, for: action) }
        } publish: { [app] in
            app.screen.show(action)
        }
    }
}
