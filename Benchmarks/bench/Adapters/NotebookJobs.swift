import BenchmarkKit
import TaskRunners

/// What jobs of the notes app say that they touch.
enum NotebookGroup: Hashable, Sendable {
    case notebook(Int)
    case note(Int)
}

/// A job of the notes app: it works with the backend, and shows its result on the screen.
protocol NotebookJob: BackgroundJob, TaskAccess
where Context == ScenarioBackend, ResultContext == ScenarioScreen, Group == NotebookGroup {}

struct RenameNote: NotebookJob {
    let action: ScenarioAction
    var groups: Set<NotebookGroup> { [.notebook(action.group), .note(action.record)] }
    let access = TaskAccessMode.write

    func perform(context: ScenarioBackend) async throws {
        let content = try await context.load(action)
        try await context.save(content, action)
    }
    func handleResult(_ result: Result<Void, any Error>, context: ScenarioScreen) throws {
        try result.get()
        context.show(action)
    }
}

struct ExportNotebook: NotebookJob {
    let action: ScenarioAction
    var groups: Set<NotebookGroup> { [.notebook(action.group)] }
    let access = TaskAccessMode.read

    func perform(context: ScenarioBackend) async throws { _ = try await context.loadGroup(action) }
    func handleResult(_ result: Result<Void, any Error>, context: ScenarioScreen) throws {
        try result.get()
        context.show(action)
    }
}

struct PullNotebook: NotebookJob, ProgressReportingJob {
    typealias Context = ScenarioBackend
    typealias ResultContext = ScenarioScreen
    let action: ScenarioAction
    var groups: Set<NotebookGroup> { [.notebook(action.group)] }
    let access = TaskAccessMode.write

    func perform(context: ScenarioBackend, progress: JobProgressReporter<Int>) async throws {
        let content = try await context.fetchGroup(action) { progress.report($0) }
        context.decode(content)
        try await context.saveGroup(content, action)
    }
    func handleProgress(_ progress: Int, context: ScenarioScreen) { context.showProgress(action, step: progress) }
    func handleResult(_ result: Result<Void, any Error>, context: ScenarioScreen) throws {
        try result.get()
        context.show(action)
    }
}

struct DeleteNote: NotebookJob {
    let action: ScenarioAction
    var groups: Set<NotebookGroup> { [.notebook(action.group), .note(action.record)] }
    let access = TaskAccessMode.write

    func perform(context: ScenarioBackend) async throws { try await context.delete(action) }
    func handleResult(_ result: Result<Void, any Error>, context: ScenarioScreen) throws {
        try result.get()
        context.show(action)
    }
}
