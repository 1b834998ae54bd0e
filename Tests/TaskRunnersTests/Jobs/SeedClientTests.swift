import Foundation
import TaskRunners
import TestSupport
import Testing

// A client as an app would write it: a notebook with jobs, a manager that orders them through a runner, and plain
// async operations on its surface. It uses nothing but what the library promises in public.

private typealias NotebookID = Int
private typealias NoteID = Int

private struct Note: Sendable, Equatable {
    let id: NoteID
    var title: String
}

private enum NoteError: Error { case notFound }

/// Storage that is safe off the main actor.
private actor NoteStorage {
    private var notes: [NotebookID: [NoteID: Note]] = [:]

    func note(id: NoteID, in notebook: NotebookID) -> Note? { notes[notebook]?[id] }
    func put(_ note: Note, in notebook: NotebookID) { notes[notebook, default: [:]][note.id] = note }
    func deleteNote(id: NoteID, in notebook: NotebookID) { notes[notebook]?[id] = nil }

    func exportNotebook(id: NotebookID) -> Data {
        let titles = notes[id, default: [:]].values.map(\.title).sorted()
        return Data(titles.joined(separator: ",").utf8)
    }
}

@MainActor
private final class NoteStore {
    let storage = NoteStorage()
    private(set) var published: [Note] = []

    func merge(_ notes: [Note], into notebook: NotebookID) async throws {
        for note in notes { await storage.put(note, in: notebook) }
        published += notes
    }
}

private struct WorkContext: Sendable {
    let storage: NoteStorage
    /// Lets a test hold the work of a job.
    var beforeWork: @Sendable (String) async -> Void = { _ in }
}

private struct ResultContext: Sendable {
    let store: NoteStore
    let publishNotesDidChange: @MainActor @Sendable (NotebookID) -> Void
}

private enum NoteJobGroup: Hashable, Sendable {
    case notebook(NotebookID)
    case note(NoteID)
}

private struct RenameNoteJob: BackgroundJob {
    let notebookID: NotebookID
    let noteID: NoteID
    let title: String

    nonisolated func perform(context: WorkContext) async throws -> Note {
        await context.beforeWork("rename to \(title)")
        guard var note = await context.storage.note(id: noteID, in: notebookID) else { throw NoteError.notFound }
        try Task.checkCancellation()
        note.title = title
        return note
    }

    @MainActor func handleResult(_ result: Result<Note, Error>, context: ResultContext) async throws {
        let note = try result.get()
        try await context.store.merge([note], into: notebookID)
        context.publishNotesDidChange(notebookID)
    }
}

extension RenameNoteJob: TaskAccess {
    var groups: Set<NoteJobGroup> { [.notebook(notebookID), .note(noteID)] }
    var access: TaskAccessMode { .write }
}

private struct ExportNotebookJob: BackgroundJob, TaskAccess {
    typealias ResultContext = TaskRunnersTests.ResultContext
    let notebookID: NotebookID
    var groups: Set<NoteJobGroup> { [.notebook(notebookID)] }
    let access: TaskAccessMode = .read

    nonisolated func perform(context: WorkContext) async throws -> Data {
        await context.beforeWork("export")
        return await context.storage.exportNotebook(id: notebookID)
    }
}

private struct DeleteNoteJob: BackgroundJob, TaskAccess {
    let notebookID: NotebookID
    let noteID: NoteID
    var groups: Set<NoteJobGroup> { [.notebook(notebookID), .note(noteID)] }
    let access: TaskAccessMode = .write

    nonisolated func perform(context: WorkContext) async throws {
        try Task.checkCancellation()
        await context.storage.deleteNote(id: noteID, in: notebookID)
    }

    @MainActor func handleResult(_ result: Result<Void, Error>, context: ResultContext) throws {
        try result.get()
        context.publishNotesDidChange(notebookID)
    }
}

/// Plain async operations; the runner and its tasks stay inside.
@MainActor
private final class NoteManager {
    private let runner = GroupedTaskRunner<NoteJobGroup>(name: "notes")
    let store = NoteStore()
    private(set) var changes: [NotebookID] = []
    var beforeWork: @Sendable (String) async -> Void = { _ in }

    private func enqueue<J: BackgroundJob & TaskAccess>(
        _ job: J, cancelling groups: Set<NoteJobGroup> = []
    ) throws -> Task<J.Output, Error>
    where J.Context == WorkContext, J.ResultContext == ResultContext, J.Group == NoteJobGroup {
        try Task.checkCancellation()
        let work = WorkContext(storage: store.storage, beforeWork: beforeWork)
        let result = ResultContext(store: store, publishNotesDidChange: { id in self.changes.append(id) })
        return runner.run(groups: job.groups, access: job.access, cancelling: groups) {
            try await job.execute(context: work, resultContext: result)
        }
    }

    func rename(noteID: NoteID, in notebook: NotebookID, to title: String) async throws {
        _ = try await awaitCancellable(enqueue(RenameNoteJob(notebookID: notebook, noteID: noteID, title: title)))
    }

    func delete(noteID: NoteID, in notebook: NotebookID) async throws {
        try await awaitCancellable(
            enqueue(DeleteNoteJob(notebookID: notebook, noteID: noteID), cancelling: [.note(noteID)]))
    }

    func export(_ notebook: NotebookID) async throws -> String {
        String(decoding: try await awaitCancellable(enqueue(ExportNotebookJob(notebookID: notebook))), as: UTF8.self)
    }

    /// A job that is itself what the runner reads the groups from.
    func exportDirectly(_ notebook: NotebookID) async throws -> Data {
        try Task.checkCancellation()
        let job = ExportNotebookJob(notebookID: notebook)
        let work = WorkContext(storage: store.storage)
        let result = ResultContext(store: store, publishNotesDidChange: { _ in })
        let task = runner.run(job) {
            try await job.execute(context: work, resultContext: result)
        }
        return try await awaitCancellable(task)
    }

    var queuedCount: Int { runner.queuedCount }
    var runningCount: Int { runner.runningCount }
}

/// The library as an app uses it.
@MainActor
struct SeedClientTests {
    private let systemUnderTest = NoteManager()

    private func add(_ titles: String...) async throws {
        for (id, title) in titles.enumerated() {
            try await systemUnderTest.store.merge([Note(id: id, title: title)], into: 1)
        }
    }

    /// Suspends until `condition` holds: every turn lets the others go on.
    private func wait(until condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func `An edit loads, changes, saves and publishes`() async throws {
        try await add("old")
        try await systemUnderTest.rename(noteID: 0, in: 1, to: "new")
        #expect(systemUnderTest.store.published.last == Note(id: 0, title: "new"))
        #expect(systemUnderTest.changes == [1])
        #expect(try await systemUnderTest.export(1) == "new")
        #expect(try await systemUnderTest.exportDirectly(1) == Data("new".utf8))
    }

    @Test func `A failed edit throws and publishes nothing`() async throws {
        await #expect(throws: NoteError.notFound) {
            try await systemUnderTest.rename(noteID: 9, in: 1, to: "new")
        }
        #expect(systemUnderTest.changes.isEmpty)
    }

    @Test func `Exports of one notebook run together, and a rename waits for both`() async throws {
        try await add("a")
        let gate = Gate()
        systemUnderTest.beforeWork = { job in if job == "export" { await gate.wait() } }
        async let first = systemUnderTest.export(1)
        async let second = systemUnderTest.export(1)
        await wait { systemUnderTest.runningCount == 2 }
        async let rename: Void = systemUnderTest.rename(noteID: 0, in: 1, to: "b")
        await wait { systemUnderTest.queuedCount == 1 }
        async let other = systemUnderTest.export(2)
        await wait { systemUnderTest.runningCount == 3 }
        gate.open()
        #expect(try await first == "a")
        #expect(try await second == "a")
        #expect(try await other == "")
        try await rename
        #expect(try await systemUnderTest.export(1) == "b")
    }

    @Test func `Deleting a note cancels its edits and leaves other work alone`() async throws {
        try await add("a", "b")
        let gate = Gate()
        systemUnderTest.beforeWork = { _ in await gate.wait() }
        async let export = systemUnderTest.export(1)
        await wait { systemUnderTest.runningCount == 1 }
        let manager = systemUnderTest
        let edit = Task { try await manager.rename(noteID: 0, in: 1, to: "late edit") }
        await wait { manager.queuedCount == 1 }
        let otherEdit = Task { try await manager.rename(noteID: 1, in: 1, to: "kept edit") }
        await wait { manager.queuedCount == 2 }
        let deletion = Task { try await manager.delete(noteID: 0, in: 1) }
        await #expect(throws: CancellationError.self) { try await edit.value }
        #expect(manager.queuedCount == 2)
        gate.open()
        #expect(try await export == "a,b")
        try await otherEdit.value
        try await deletion.value
        #expect(try await manager.export(1) == "kept edit")
    }

    @Test func `Cancelling the caller of a queued edit keeps the edit from running`() async throws {
        try await add("a")
        let gate = Gate()
        let worked = EventLog<String>()
        systemUnderTest.beforeWork = { job in
            worked.append(job)
            await gate.wait()
        }
        async let export = systemUnderTest.export(1)
        await wait { systemUnderTest.runningCount == 1 }
        let manager = systemUnderTest
        let edit = Task { try await manager.rename(noteID: 0, in: 1, to: "b") }
        await wait { manager.queuedCount == 1 }
        edit.cancel()
        await #expect(throws: CancellationError.self) { try await edit.value }
        gate.open()
        #expect(try await export == "a")
        #expect(worked.events == ["export"])
    }

    @Test func `A caller that is already cancelled submits nothing`() async {
        let manager = systemUnderTest
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { try await manager.rename(noteID: 0, in: 1, to: "b") }
        }
        #expect(manager.runningCount + manager.queuedCount == 0)
    }

    @Test func `A serial runner orders the operations of one resource`() async throws {
        let runner = SerialTaskRunner()
        let storage = NoteStorage()
        let work = WorkContext(storage: storage)
        let result = ResultContext(store: systemUnderTest.store, publishNotesDidChange: { _ in })
        runner.run { await storage.put(Note(id: 5, title: "draft"), in: 1) }
        let job = RenameNoteJob(notebookID: 1, noteID: 5, title: "final")
        let note = try await awaitCancellable(
            runner.run { try await job.execute(context: work, resultContext: result) })
        #expect(note.title == "final")
        // Or let the runner execute the job.
        let again = RenameNoteJob(notebookID: 1, noteID: 5, title: "never found")
        let task = runner.run(again, context: WorkContext(storage: NoteStorage()), resultContext: result)
        await #expect(throws: NoteError.notFound) { try await task.value }
    }
}
