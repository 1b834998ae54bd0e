import TaskRunners
import TestSupport
import Testing

/// Line 11 of the contract: looking at a runner from outside.
struct SnapshotTests {
    private let stage = Stage()

    @Test func `A snapshot has the running and the queued operations with all that is known of them`() throws {
        let systemUnderTest = GroupedTaskRunner<String>(name: "notes", limit: 3, executor: stage.executor)
        stage.run("export", on: systemUnderTest, .read, ["work", "home"])
        stage.run("export again", on: systemUnderTest, .read, ["home"])
        stage.run("rename", on: systemUnderTest, .write, ["home"])
        systemUnderTest.run(groups: [], access: .read, operation: stage.operation("unnamed"))
        stage.run("beyond the limit", on: systemUnderTest, .write, ["elsewhere"])
        stage.settle()
        let snapshot = systemUnderTest.snapshot
        #expect(snapshot.name == "notes")
        #expect(snapshot.limit == 3)
        #expect(snapshot.running.map(\.name) == ["export", "export again", nil])
        #expect(snapshot.running.map(\.groups) == [["home", "work"], ["home"], []])
        #expect(snapshot.running.map(\.access) == [.read, .read, .read])
        #expect(snapshot.running.allSatisfy { $0.waitsFor.isEmpty })
        #expect(snapshot.queued.map(\.name) == ["rename", "beyond the limit"])
        #expect(snapshot.queued.map(\.groups) == [["home"], ["elsewhere"]])
        #expect(snapshot.queued.map(\.access) == [.write, .write])
        #expect(snapshot.queued.map(\.waitsFor) == [snapshot.running.prefix(2).map(\.id), []])
        let all = (snapshot.running + snapshot.queued).sorted { $0.id < $1.id }
        #expect(all.map(\.name) == ["export", "export again", "rename", nil, "beyond the limit"])
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.age >= $1.age })
        #expect(all.allSatisfy { $0.age >= .zero })
    }

    @Test func `A snapshot names the nearest operations only`() throws {
        let systemUnderTest = GroupedTaskRunner<Int>(executor: stage.executor)
        stage.run("write", on: systemUnderTest, .write, [1])
        stage.run("read 1", on: systemUnderTest, .read, [1])
        stage.run("read 2", on: systemUnderTest, .read, [1])
        stage.run("write 2", on: systemUnderTest, .write, [1])
        stage.run("write 3", on: systemUnderTest, .write, [1])
        stage.settle()
        let snapshot = systemUnderTest.snapshot
        let write = try #require(snapshot.running.first).id
        let queued = snapshot.queued.map(\.id)
        try #require(queued.count == 4)
        #expect(snapshot.queued.map(\.waitsFor) == [[write], [write], [queued[0], queued[1]], [queued[2]]])
    }

    @Test(arguments: RunnerKind.allCases)
    func `An idle runner's snapshot is empty`(kind: RunnerKind) {
        let systemUnderTest = kind.make(name: "idle", executor: stage.executor)
        #expect(systemUnderTest.snapshot.running.isEmpty)
        #expect(systemUnderTest.snapshot.queued.isEmpty)
        #expect(systemUnderTest.snapshot.description == "idle: 0 running, 0 queued")
        stage.run("a", on: systemUnderTest)
        stage.settle()
        stage.end("a")
        #expect(systemUnderTest.snapshot.running.isEmpty)
    }

    @Test func `The description reads as text`() {
        let systemUnderTest = GroupedTaskRunner<String>(name: "notes", limit: 2, executor: stage.executor)
        stage.run("export", on: systemUnderTest, .read, ["work", "home"])
        stage.run("rename", on: systemUnderTest, .write, ["home"])
        stage.run("sync", on: systemUnderTest, .write, ["away"])
        systemUnderTest.run(groups: ["z"], access: .read, operation: stage.operation("unnamed"))
        stage.settle()
        let ageless = systemUnderTest.snapshot.description.replacing(/[0-9]+\.[0-9]{3} s old/, with: "some time old")
        #expect(
            ageless == """
                notes: 2 running, 2 queued, limit 2
                  running #0 "export" read [home, work], some time old
                  running #2 "sync" write [away], some time old
                  queued  #1 "rename" write [home], some time old, waits for #0
                  queued  #3 read [z], some time old, waits for the limit
                """)
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation that awaits its own successor shows, and cancelling the successor ends it`(
        kind: RunnerKind
    ) async throws {
        let systemUnderTest = kind.make(executor: stage.executor)
        let successor = Shared<Task<Int, any Error>?>(nil)
        let operation = systemUnderTest.run(name: "outer") {
            let inner = systemUnderTest.run(name: "inner") { 1 }
            successor.value = inner
            return try await inner.value
        }
        stage.settle()
        let snapshot = systemUnderTest.snapshot
        #expect(snapshot.running.map(\.name) == ["outer"])
        #expect(snapshot.queued.map(\.name) == ["inner"])
        #expect(snapshot.queued.first?.waitsFor == snapshot.running.map(\.id))
        let lines = snapshot.description.split(separator: "\n")
        try #require(lines.count == 3)
        let outer = try #require(snapshot.running.first).id
        #expect(lines[1].contains("running #\(outer) \"outer\" write"))
        #expect(lines[2].contains("\"inner\""))
        #expect(lines[2].hasSuffix("waits for #\(outer)"))
        successor.value?.cancel()
        stage.settle()
        #expect(systemUnderTest.runningCount == 0)
        await #expect(throws: CancellationError.self) { try await operation.value }
    }

    @Test(arguments: RunnerKind.allCases)
    func `The counts follow every submission, start, end and cancellation`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        var counts: [Int] { [systemUnderTest.queuedCount, systemUnderTest.runningCount] }
        #expect(counts == [0, 0])
        stage.run("a", on: systemUnderTest)
        let b = stage.run("b", on: systemUnderTest)
        stage.run("c", on: systemUnderTest)
        #expect(counts == [2, 1])
        stage.settle()
        #expect(counts == [2, 1])
        b.cancel()
        stage.settle()
        #expect(counts == [1, 1])
        stage.end("a")
        #expect(counts == [0, 1])
        stage.end("c")
        #expect(counts == [0, 0])
    }
}

/// Waiting for a runner to have nothing to do.
struct WaitUntilIdleTests {
    private let stage = Stage()

    private func wait(for runner: any ExclusiveRunner, as label: String) -> Task<Void, Never> {
        Task(executorPreference: stage.executor) { [log = stage.log] in
            await runner.waitUntilIdle()
            log.append("\(label) saw it idle")
        }
    }

    @Test(arguments: RunnerKind.allCases)
    func `It returns at once from an idle runner`(kind: RunnerKind) async {
        let systemUnderTest = kind.make(executor: stage.executor)
        await systemUnderTest.waitUntilIdle()
        stage.run("a", on: systemUnderTest)
        stage.settle()
        stage.end("a")
        await systemUnderTest.waitUntilIdle()
    }

    @Test(arguments: RunnerKind.allCases)
    func `It returns once everything has ended, also what was submitted meanwhile`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("a", on: systemUnderTest)
        _ = wait(for: systemUnderTest, as: "one")
        _ = wait(for: systemUnderTest, as: "two")
        #expect(stage.settle() == ["start a"])
        stage.run("b", on: systemUnderTest)
        #expect(stage.end("a") == ["end a", "start b"])
        #expect(stage.end("b") == ["end b", "one saw it idle", "two saw it idle"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `It returns after the last operations were cancelled`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("a", on: systemUnderTest)
        stage.run("b", on: systemUnderTest)
        stage.settle()
        _ = wait(for: systemUnderTest, as: "one")
        stage.settle()
        systemUnderTest.cancelAll()
        #expect(stage.settle() == ["b threw CancellationError"])
        #expect(stage.end("a") == ["end a, cancelled", "one saw it idle"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `Cancelling the caller does not end the wait`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("a", on: systemUnderTest)
        let waiting = wait(for: systemUnderTest, as: "one")
        stage.settle()
        waiting.cancel()
        #expect(stage.settle().isEmpty)
        #expect(stage.end("a") == ["end a", "one saw it idle"])
    }
}
