import Dispatch
import TaskRunners
import TestSupport
import Testing

/// Lines 9, 10 and 11 of the contract: errors, the runner's own life, and submitting from anywhere.
struct LifetimeTests {
    private let stage = Stage()

    @Test(arguments: RunnerKind.allCases)
    func `An operation's error reaches its own task only and the queue goes on`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make(executor: stage.executor)
        let failing = systemUnderTest.run { throw Failure(1) }
        let next = systemUnderTest.run { 2 }
        let cancelling = systemUnderTest.run { throw CancellationError() }
        let last = systemUnderTest.run { 4 }
        stage.settle()
        await #expect(throws: Failure(1)) { try await failing.value }
        #expect(try await next.value == 2)
        await #expect(throws: CancellationError.self) { try await cancelling.value }
        #expect(try await last.value == 4)
        #expect(systemUnderTest.runningCount == 0)
    }

    @Test(arguments: RunnerKind.allCases)
    func `A job's error reaches its own task only and the queue goes on`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let failing = systemUnderTest.runJob(
            ClosureJob<Int> { _ in throw Failure(1) }, context: 0, resultContext: "", name: nil)
        let next = systemUnderTest.run { 2 }
        #expect(try await next.value == 2)
        await #expect(throws: Failure(1)) { try await failing.value }
    }

    @Test(arguments: RunnerKind.allCases)
    func `Releasing a runner loses nothing`(kind: RunnerKind) {
        var systemUnderTest: (any ExclusiveRunner)? = kind.make(executor: stage.executor)
        for label in ["running", "queued", "last"] { stage.run(label, on: systemUnderTest!) }
        #expect(stage.settle() == ["start running"])
        systemUnderTest = nil
        #expect(stage.end("running") == ["end running", "start queued"])
        #expect(stage.end("queued") == ["end queued", "start last"])
        #expect(stage.end("last") == ["end last"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `Releasing a runner before any task got a thread loses nothing`(kind: RunnerKind) {
        stage.run("a", on: kind.make(executor: stage.executor))
        #expect(stage.settle() == ["start a"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `Queued operations of a released runner can still be cancelled`(kind: RunnerKind) {
        var systemUnderTest: (any ExclusiveRunner)? = kind.make(executor: stage.executor)
        stage.run("running", on: systemUnderTest!)
        let queued = stage.run("queued", on: systemUnderTest!)
        stage.run("last", on: systemUnderTest!)
        stage.settle()
        systemUnderTest = nil
        queued.cancel()
        #expect(stage.settle() == ["queued threw CancellationError"])
        #expect(stage.end("running") == ["end running", "start last"])
    }

    @Test func `A released runner is freed once nothing is left to run`() {
        weak var released: SerialTaskRunner?
        do {
            let systemUnderTest = SerialTaskRunner(executor: stage.executor)
            released = systemUnderTest
            stage.run("a", on: systemUnderTest)
            stage.settle()
        }
        stage.end("a")
        #expect(released == nil)
    }

    @Test(arguments: RunnerKind.allCases)
    func `run may be called from inside a running operation`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        let inner = stage.operation("inner")
        let log = stage.log
        systemUnderTest.run {
            log.append("start outer")
            systemUnderTest.run(operation: inner)
            log.append("end outer")
        }
        stage.run("next", on: systemUnderTest)
        #expect(stage.settle() == ["start outer", "end outer", "start next"])
        #expect(stage.end("next") == ["end next", "start inner"])
    }

    @Test func `A submission that does not conflict may be awaited from inside an operation`() async throws {
        let systemUnderTest = GroupedTaskRunner<String>()
        let task = systemUnderTest.run(groups: ["x"], access: .write) {
            try await systemUnderTest.run(groups: ["y"], access: .write) { 3 }.value
        }
        #expect(try await task.value == 3)
    }

    @Test(arguments: RunnerKind.allCases)
    func `run may be called from a thread outside any task`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let task = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: systemUnderTest.run { 8 })
            }
        }
        #expect(try await task.value == 8)
    }

    @Test(arguments: RunnerKind.allCases) @MainActor
    func `run may be called from the main actor without blocking it`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let gate = Gate()
        let holder = systemUnderTest.run { await gate.wait() }
        let queued = systemUnderTest.run { @MainActor in 9 }
        // Were the main actor blocked, this would not be reached.
        gate.open()
        #expect(try await queued.value == 9)
        try await holder.value
    }

    @Test(arguments: RunnerKind.allCases)
    func `run may be called from many tasks at once`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let inside = Shared(0)
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await systemUnderTest.run {
                        inside.update { $0 += 1 }
                        let alone = inside.value == 1
                        await Task.yield()
                        inside.update { $0 -= 1 }
                        return alone ? number : -1_000_000
                    }.value
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(total == 199 * 100)
    }
}
