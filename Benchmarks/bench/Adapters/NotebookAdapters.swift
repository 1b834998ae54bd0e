import BenchmarkKit
import TaskRunners

/// A task an action, and nothing between them: what an app has before it thinks of order.
struct BareNotebookAdapter: NotebookImplementation {
    static let name = "task"
    static let promises: ScenarioPromises = []
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func rename(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            let content = try await app.backend.load(action)
            try await app.backend.save(content, action)
            await app.screen.show(action)
        }
    }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            _ = try await app.backend.loadGroup(action)
            await app.screen.show(action)
        }
    }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            let content = try await app.backend.fetchGroup(action) { step in
                Task { @MainActor in app.screen.showProgress(action, step: step) }
            }
            app.backend.decode(content)
            try await app.backend.saveGroup(content, action)
            await app.screen.show(action)
        }
    }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task.detached { [app] in
            try await app.backend.delete(action)
            await app.screen.show(action)
        }
    }
}

/// A task an action on the main actor, where the answers are decoded too.
struct MainActorNotebookAdapter: NotebookImplementation {
    static let name = "main-task"
    static let promises: ScenarioPromises = []
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func rename(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            let content = try await app.backend.load(action)
            try await app.backend.save(content, action)
            app.screen.show(action)
        }
    }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            _ = try await app.backend.loadGroup(action)
            app.screen.show(action)
        }
    }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            let content = try await app.backend.fetchGroup(action) { step in
                Task { @MainActor in app.screen.showProgress(action, step: step) }
            }
            app.backend.decode(content)
            try await app.backend.saveGroup(content, action)
            app.screen.show(action)
        }
    }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor in
            try await app.backend.delete(action)
            app.screen.show(action)
        }
    }
}

/// One job after the other, whatever it is about: what is asked for before a delete is done before it.
struct SerialNotebookAdapter: NotebookImplementation {
    static let name = "serial"
    static let promises: ScenarioPromises = [.keepsWriteOrder, .deletesCleanly, .ordersProgress]
    private let runner = SerialTaskRunner()
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func rename(_ action: ScenarioAction) -> Task<Void, any Error> { run(RenameNote(action: action)) }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> { run(ExportNotebook(action: action)) }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> { run(PullNotebook(action: action)) }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> { run(DeleteNote(action: action)) }

    private func run<Job: NotebookJob>(_ job: Job) -> Task<Void, any Error> {
        runner.run { [app] in _ = try await job.execute(context: app.backend, resultContext: app.screen) }
    }
}

/// Jobs under the groups that they touch; a delete cancels what else is done with its note.
struct GroupedNotebookAdapter: NotebookImplementation {
    static let name = "grouped"
    static let promises: ScenarioPromises = [.keepsWriteOrder, .deletesCleanly, .ordersProgress]
    private let runner = GroupedTaskRunner<NotebookGroup>()
    private let app: ScenarioApp

    init(_ app: ScenarioApp) { self.app = app }

    func rename(_ action: ScenarioAction) -> Task<Void, any Error> { run(RenameNote(action: action)) }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> { run(ExportNotebook(action: action)) }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> { run(PullNotebook(action: action)) }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> {
        run(DeleteNote(action: action), cancelling: [.note(action.record)])
    }

    private func run<Job: NotebookJob>(_ job: Job, cancelling: Set<NotebookGroup> = []) -> Task<Void, any Error> {
        runner.run(job, cancelling: cancelling) { [app] in
            _ = try await job.execute(context: app.backend, resultContext: app.screen)
        }
    }
}
