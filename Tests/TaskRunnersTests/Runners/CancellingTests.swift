import TaskRunners
import TestSupport
import Testing

/// Line 8 of the contract: cancelling other operations through the runner.
struct CancellingTests {
    private let stage = Stage()
    private let systemUnderTest: GroupedTaskRunner<String>

    init() {
        systemUnderTest = GroupedTaskRunner(executor: stage.executor)
    }

    // MARK: cancelling:

    @Test func `cancelling cancels the earlier operations, queued or running, that declared the group`() {
        stage.run("running", on: systemUnderTest, .write, ["note", "notebook"])
        stage.run("queued read", on: systemUnderTest, .read, ["note"])
        stage.run("queued write", on: systemUnderTest, .write, ["note"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["note"], cancelling: ["note"])
        #expect(
            stage.settle().sorted() == [
                "queued read threw CancellationError", "queued write threw CancellationError",
            ])
        #expect(stage.end("running") == ["end running, cancelled", "start delete"])
        #expect(stage.end("delete") == ["end delete"])
    }

    @Test func `cancelling spares operations that declared only other groups, and waits for them`() {
        stage.run("pull", on: systemUnderTest, .write, ["notebook"])
        stage.run("rename", on: systemUnderTest, .write, ["notebook", "note"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["notebook", "note"], cancelling: ["note"])
        #expect(stage.settle() == ["rename threw CancellationError"])
        #expect(stage.end("pull") == ["end pull", "start delete"])
    }

    @Test func `cancelling spares later operations`() {
        stage.run("holder", on: systemUnderTest, .write, ["x"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["x"], cancelling: ["x"])
        stage.run("later", on: systemUnderTest, .write, ["x"])
        stage.settle()
        #expect(stage.end("holder") == ["end holder, cancelled", "start delete"])
        #expect(stage.end("delete") == ["end delete", "start later"])
    }

    @Test func `cancelling several groups cancels what declared any of them, once`() {
        stage.run("holder", on: systemUnderTest, .write, ["x", "y", "z"])
        stage.run("x and y", on: systemUnderTest, .write, ["x", "y"])
        stage.run("y", on: systemUnderTest, .read, ["y"])
        stage.run("z", on: systemUnderTest, .read, ["z"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["x", "y", "z"], cancelling: ["x", "y"])
        #expect(stage.settle().sorted() == ["x and y threw CancellationError", "y threw CancellationError"])
        #expect(stage.end("holder") == ["end holder, cancelled", "start z"])
        #expect(stage.end("z") == ["end z", "start delete"])
    }

    @Test func `cancelling reaches operations whose tasks have not got a thread yet`() {
        stage.run("running", on: systemUnderTest, .write, ["x"])
        stage.run("queued", on: systemUnderTest, .write, ["x"])
        stage.run("delete", on: systemUnderTest, .write, ["x"], cancelling: ["x"])
        #expect(
            stage.settle().sorted() == [
                "queued threw CancellationError", "running threw CancellationError", "start delete",
            ])
    }

    @Test func `None of the operations cancelled together starts, though it waited only for another of them`() {
        stage.run("holder", on: systemUnderTest, .write, ["h"])
        stage.run("first", on: systemUnderTest, .write, ["h", "x"])
        stage.run("second", on: systemUnderTest, .write, ["x"])
        stage.run("third", on: systemUnderTest, .write, ["x"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["x"], cancelling: ["x"])
        #expect(
            stage.settle().sorted() == [
                "first threw CancellationError", "second threw CancellationError", "start delete",
                "third threw CancellationError",
            ])
    }

    @Test func `Nothing slips in between the cancellation and the enqueue`() {
        // The running operation answers its cancellation, within the very call that cancels it, with a new one.
        let answer = stage.operation("answer")
        let gate = Gate()
        systemUnderTest.run(groups: ["x"], access: .write) { [systemUnderTest] in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                systemUnderTest.run(groups: ["x"], access: .write, operation: answer)
            }
        }
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["x"], cancelling: ["x"])
        stage.settle()
        gate.open()
        #expect(stage.settle() == ["start delete"])
        #expect(stage.end("delete") == ["end delete", "start answer"])
        #expect(stage.end("answer") == ["end answer"])
    }

    @Test func `What is submitted while others are being cancelled is not taken for one of them`() {
        // The new operations get the places that the cancelled ones have just left.
        let gate = Gate()
        let new = ["new 1", "new 2"].map { stage.operation($0) }
        systemUnderTest.run(groups: ["x"], access: .write) { [systemUnderTest] in
            await withTaskCancellationHandler {
                await gate.wait()
            } onCancel: {
                for operation in new { systemUnderTest.run(groups: ["x"], access: .read, operation: operation) }
            }
        }
        stage.run("queued 1", on: systemUnderTest, .write, ["x"])
        stage.run("queued 2", on: systemUnderTest, .write, ["x"])
        stage.settle()
        systemUnderTest.cancel(groups: ["x"])
        #expect(stage.settle().sorted() == ["queued 1 threw CancellationError", "queued 2 threw CancellationError"])
        #expect(systemUnderTest.queuedCount == 2)
        gate.open()
        #expect(stage.settle() == ["start new 1", "start new 2"])
    }

    @Test func `What waited for a cancelled operation starts, though the new one is behind it`() {
        stage.run("reader", on: systemUnderTest, .read, ["x"])
        stage.run("writer", on: systemUnderTest, .write, ["x", "y"])
        stage.run("waits for the writer", on: systemUnderTest, .read, ["y"])
        stage.settle()
        stage.run("delete", on: systemUnderTest, .write, ["x", "y"], cancelling: ["x"])
        #expect(stage.settle().sorted() == ["start waits for the writer", "writer threw CancellationError"])
        #expect(stage.end("reader") == ["end reader, cancelled"])
        #expect(stage.end("waits for the writer") == ["end waits for the writer", "start delete"])
    }

    @Test func `A queued job that is cancelled so keeps its place ahead of the new operation`() async {
        let log = EventLog<String>()
        stage.run("holder", on: systemUnderTest, .write, ["x"])
        let job = ClosureJob<Int>(groups: ["x"]) { context in
            log.append("work ran")
            return context
        } handler: { result, _ in
            if case .failure(is CancellationError) = result { log.append("handler got CancellationError") }
        }
        let cancelled = systemUnderTest.run(job, context: 1, resultContext: "")
        stage.settle()
        let delete = systemUnderTest.run(groups: ["x"], access: .write, cancelling: ["x"]) { log.append("deleted") }
        stage.settle()
        stage.executor.setFree()
        stage.end("holder")
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        _ = await delete.result
        #expect(log.events == ["handler got CancellationError", "deleted"])
    }

    @Test func `A job may cancel as well`() async throws {
        let job = ClosureJob(groups: ["x", "y"]) { $0 }
        let holder = stage.run("holder", on: systemUnderTest, .write, ["x"])
        let queued = stage.run("queued", on: systemUnderTest, .read, ["x"])
        stage.settle()
        let task = systemUnderTest.run(job, context: 3, resultContext: "", cancelling: ["x"])
        #expect(stage.settle() == ["queued threw CancellationError"])
        stage.executor.setFree()
        stage.end("holder")
        #expect(try await task.value == 3)
        _ = await (holder.result, queued.result)
    }

    // MARK: Refusals

    @Test(arguments: [["x"], ["other"], ["x", "other"]])
    func `cancelling with read access is refused first, and changes nothing`(cancelling: Set<String>) async {
        await expectRefusal(.read, cancelling: cancelling, with: .cancellingRequiresWriteAccess)
    }

    @Test(arguments: [["other"], ["x", "other"]])
    func `cancelling outside the operation's groups is refused, and changes nothing`(
        cancelling: Set<String>
    ) async {
        await expectRefusal(.write, cancelling: cancelling, with: .cancellingOutsideGroups)
    }

    private func expectRefusal(
        _ access: TaskAccessMode, cancelling: Set<String>, with error: TaskRunnerError
    ) async {
        stage.run("running", on: systemUnderTest, .write, ["x", "other"])
        stage.run("queued", on: systemUnderTest, .write, ["x", "other"])
        stage.settle()
        let ran = Shared(false)
        let closure = systemUnderTest.run(groups: ["x"], access: access, cancelling: cancelling) { ran.value = true }
        let job = ClosureJob(groups: ["x"], access: access) { _ in ran.value = true }
        let tasks = [
            closure,
            systemUnderTest.run(job, cancelling: cancelling) { ran.value = true },
            systemUnderTest.run(job, context: 0, resultContext: "", cancelling: cancelling),
        ]
        #expect(systemUnderTest.queuedCount == 1)
        #expect(stage.settle().isEmpty)
        for task in tasks { await #expect(throws: error) { try await task.value } }
        #expect(stage.end("running") == ["end running", "start queued"])
        #expect(stage.end("queued") == ["end queued"])
        #expect(ran.value == false)
    }

    @Test func `The refusals say in words what to do`() {
        #expect(TaskRunnerError.cancellingRequiresWriteAccess.description.contains(".write"))
        #expect(TaskRunnerError.cancellingOutsideGroups.description.contains("subset"))
    }

    @Test func `cancelling nothing is allowed to a reader`() {
        stage.run("read", on: systemUnderTest, .read, ["x"], cancelling: [])
        #expect(stage.settle() == ["start read"])
    }

    // MARK: cancel(groups:) and cancelAll()

    @Test func `cancel(groups:) cancels what declared one of them, and nothing else`() {
        stage.run("x", on: systemUnderTest, .write, ["x"])
        stage.run("y", on: systemUnderTest, .write, ["y"])
        stage.run("queued on both", on: systemUnderTest, .write, ["x", "y"])
        stage.run("queued on y", on: systemUnderTest, .read, ["y"])
        stage.settle()
        systemUnderTest.cancel(groups: ["x", "unheard of"])
        #expect(stage.settle() == ["queued on both threw CancellationError"])
        #expect(stage.end("y") == ["end y", "start queued on y"])
        #expect(stage.end("x") == ["end x, cancelled"])
        systemUnderTest.cancel(groups: [])
        #expect(stage.end("queued on y") == ["end queued on y"])
    }

    @Test(arguments: [["x"], ["x", "z"]])
    func `cancel(groups:) starts none that waited only for another of them`(groups: Set<String>) {
        stage.run("holder", on: systemUnderTest, .write, ["h"])
        stage.run("first", on: systemUnderTest, .write, ["h", "x"])
        stage.run("second", on: systemUnderTest, .write, ["x", "z"])
        if groups.contains("z") { stage.run("third", on: systemUnderTest, .write, ["z"]) }
        stage.settle()
        systemUnderTest.cancel(groups: groups)
        let events = stage.settle()
        #expect(events.count == (groups.contains("z") ? 3 : 2))
        #expect(events.allSatisfy { $0.hasSuffix("threw CancellationError") })
        #expect(systemUnderTest.queuedCount == 0)
    }

    @Test(arguments: RunnerKind.allCases)
    func `cancelAll cancels what runs and starts nothing that is queued`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("running", on: systemUnderTest)
        stage.run("first", on: systemUnderTest)
        stage.run("second", on: systemUnderTest)
        stage.settle()
        systemUnderTest.cancelAll()
        #expect(
            stage.settle().sorted() == ["first threw CancellationError", "second threw CancellationError"])
        #expect(stage.end("running") == ["end running, cancelled"])
    }

    @Test func `cancelAll starts none that waited only for another of them, nor for the limit`() {
        let systemUnderTest = GroupedTaskRunner<String>(limit: 2, executor: stage.executor)
        stage.run("h", on: systemUnderTest, .write, ["h"])
        stage.run("i", on: systemUnderTest, .write, ["i"])
        stage.run("behind h", on: systemUnderTest, .write, ["h", "x"])
        stage.run("behind that", on: systemUnderTest, .write, ["x"])
        stage.run("behind the limit", on: systemUnderTest, .write, ["y"])
        stage.settle()
        systemUnderTest.cancelAll()
        let events = stage.settle()
        #expect(events.count == 3)
        #expect(events.allSatisfy { $0.hasSuffix("threw CancellationError") })
        #expect(stage.end("h") + stage.end("i") == ["end h, cancelled", "end i, cancelled"])
        #expect(systemUnderTest.snapshot.running.isEmpty)
    }

    @Test(arguments: RunnerKind.allCases)
    func `cancelAll of an idle runner changes nothing for later operations`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        systemUnderTest.cancelAll()
        stage.run("a", on: systemUnderTest)
        #expect(stage.settle() == ["start a"])
        #expect(stage.end("a") == ["end a"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `What is submitted after cancelAll waits for the running ones to end`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("running", on: systemUnderTest)
        stage.settle()
        systemUnderTest.cancelAll()
        stage.run("new", on: systemUnderTest)
        #expect(stage.settle().isEmpty)
        #expect(stage.end("running") == ["end running, cancelled", "start new"])
        #expect(stage.end("new") == ["end new"])
    }
}
