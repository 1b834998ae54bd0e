import RecipeBook
import TaskRunners
import TestSupport
import Testing

/// A service whose answers a test holds back.
private final class FakeService: RecipeService {
    let recipes: [Recipe]
    let log = EventLog<String>()
    let mayFetch = Gate()
    let mayWrite = Shared([Gate]())
    let failure: Failure?

    init(_ recipes: [Recipe] = [], failure: Failure? = nil) {
        self.recipes = recipes
        self.failure = failure
    }

    func fetchRecipes(in cookbook: CookbookID) async throws -> [Recipe] {
        log.append("fetch")
        await mayFetch.wait()
        if let failure { throw failure }
        return recipes
    }

    /// Two words, each when its gate is open.
    func suggestMenu(for titles: [String], onWord: @Sendable (String) -> Void) async throws -> String {
        log.append("suggest for \(titles.count)")
        onWord("Soup")
        onWord(", ")
        for gate in mayWrite.value { await gate.wait() }
        try Task.checkCancellation()
        onWord("bread")
        return "Soup, bread"
    }
}

@MainActor
struct RecipeBookTests {
    private let service = FakeService([Recipe(id: 0, title: "soup"), Recipe(id: 1, title: "bread")])
    private let systemUnderTest: RecipeManager

    init() { systemUnderTest = RecipeManager(library: RecipeLibrary(), service: service) }

    private var titles: [String]? { systemUnderTest.library.recipes["home"]?.map(\.title) }

    /// Suspends until the runner has so many running and queued operations.
    private func wait(running: Int, queued: Int) async {
        let state = "\(running) running, \(queued) queued"
        while !systemUnderTest.diagnosis.contains(state) { await Task.yield() }
    }

    private func pull() async throws {
        service.mayFetch.open()
        try await systemUnderTest.pull("home")
    }

    // MARK: Jobs and the runner

    @Test func `A pull saves what it fetched and shows it`() async throws {
        try await pull()
        #expect(titles == ["soup", "bread"])
        #expect(systemUnderTest.library.activities == ["home": .idle])
    }

    @Test func `An edit loads, changes, saves and shows`() async throws {
        try await pull()
        try await systemUnderTest.retitle(1, in: "home", to: "rye bread")
        #expect(titles == ["soup", "rye bread"])
        #expect(try await systemUnderTest.export("home") == "soup\nrye bread")
    }

    @Test func `A failed edit throws and shows nothing`() async throws {
        await #expect(throws: RecipeError.notFound(7)) {
            try await systemUnderTest.retitle(7, in: "home", to: "new")
        }
        #expect(titles == nil)
    }

    @Test func `An edit waits for the pull of its cookbook, and other cookbooks go on`() async throws {
        let manager = systemUnderTest
        let pulling = Task { try await manager.pull("home") }
        await wait(running: 1, queued: 0)
        let editing = Task { try await manager.retitle(0, in: "home", to: "stew") }
        await wait(running: 1, queued: 1)
        #expect(try await manager.export("garden") == "")
        service.mayFetch.open()
        try await pulling.value
        try await editing.value
        #expect(titles == ["stew", "bread"])
    }

    @Test func `Deleting a recipe cancels its edits, spares the others, and comes after the pull`() async throws {
        try await pull()
        let blocked = FakeService([Recipe(id: 2, title: "tea")])
        let manager = RecipeManager(library: systemUnderTest.library, service: blocked)
        let pulling = Task { try await manager.pull("home") }
        while blocked.log.events.isEmpty { await Task.yield() }
        let edit = Task { try await manager.retitle(0, in: "home", to: "never seen") }
        let other = Task { try await manager.retitle(1, in: "home", to: "rye bread") }
        while !manager.diagnosis.contains("2 queued") { await Task.yield() }
        let deletion = Task { try await manager.delete(0, in: "home") }
        await #expect(throws: CancellationError.self) { try await edit.value }
        blocked.mayFetch.open()
        try await pulling.value
        try await other.value
        try await deletion.value
        #expect(titles == ["rye bread", "tea"])
    }

    @Test func `Cancelling the caller takes a queued edit out`() async throws {
        let manager = systemUnderTest
        let pulling = Task { try await manager.pull("home") }
        await wait(running: 1, queued: 0)
        let edit = Task { try await manager.retitle(0, in: "home", to: "stew") }
        await wait(running: 1, queued: 1)
        edit.cancel()
        await #expect(throws: CancellationError.self) { try await edit.value }
        service.mayFetch.open()
        try await pulling.value
        #expect(titles == ["soup", "bread"])
    }

    @Test func `A caller that is already cancelled submits nothing`() async {
        let manager = systemUnderTest
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { try await manager.retitle(0, in: "home", to: "stew") }
        }
        #expect(manager.diagnosis.contains("0 running, 0 queued"))
    }

    // MARK: Progress

    @Test func `A pull shows that it waits, that it downloads, and that it is done`() async throws {
        let manager = systemUnderTest
        let library = manager.library
        let pulling = Task { try await manager.pull("home") }
        while library.activities["home"] != .downloading { await Task.yield() }
        service.mayFetch.open()
        try await pulling.value
        #expect(library.activities["home"] == .idle)
        #expect(titles == ["soup", "bread"])
    }

    @Test func `A failed pull says so, and the work goes on`() async throws {
        let failing = FakeService(failure: Failure(3))
        failing.mayFetch.open()
        let manager = RecipeManager(library: systemUnderTest.library, service: failing)
        await #expect(throws: Failure(3)) { try await manager.pull("home") }
        guard case .failed = manager.library.activities["home"] else {
            Issue.record("\(manager.library.activities)")
            return
        }
        #expect(try await manager.export("home") == "")
    }

    @Test func `A cancelled pull settles its activity, queued or running`() async throws {
        let manager = systemUnderTest
        let first = Task { try await manager.pull("home") }
        await wait(running: 1, queued: 0)
        first.cancel()
        service.mayFetch.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(manager.library.activities["home"] == .cancelled)
    }

    @Test func `A menu comes word by word, put together, with its stages in between`() async throws {
        try await pull()
        var seen: [MenuProgress] = []
        let menu = try await systemUnderTest.suggestMenu(for: "home") { seen.append($0) }
        #expect(menu == "Soup, bread")
        #expect(seen == [.began, .stage("Thinking of 2 recipes"), .text("Soup, bread")])
    }

    // MARK: The preview

    @Test func `The preview shows the words and then the menu`() async throws {
        try await pull()
        let preview = MenuPreview(manager: systemUnderTest)
        try await preview.load("home").value
        #expect(preview.preview == "Soup, bread")
        #expect(preview.menu == "Soup, bread")
        #expect(preview.stage == "Thinking of 2 recipes")
    }

    @Test func `A call that was replaced neither reports to the sheet nor fills it`() async throws {
        try await pull()
        let gate = Gate()
        service.mayWrite.value = [gate]
        let preview = MenuPreview(manager: systemUnderTest)
        let first = preview.load("home")
        while !service.log.events.contains("suggest for 2") { await Task.yield() }
        service.mayWrite.value = []
        let second = preview.load("home")
        try await second.value
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(preview.preview == "Soup, bread")
    }

    @Test func `A closed sheet stays as it was`() async throws {
        try await pull()
        let gate = Gate()
        service.mayWrite.value = [gate]
        let preview = MenuPreview(manager: systemUnderTest)
        let loading = preview.load("home")
        while !service.log.events.contains("suggest for 2") { await Task.yield() }
        preview.close()
        gate.open()
        await #expect(throws: CancellationError.self) { try await loading.value }
        #expect(preview.menu == nil)
    }
}
