import TaskRunners
import TestSupport
import Testing

/// Line 5 of the contract: cancelling the task of a queued operation.
struct QueuedCancellationTests {
    private let stage = Stage()

    @Test(arguments: RunnerKind.allCases)
    func `A queued operation whose task is cancelled never starts and throws at once`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        let queued = stage.run("queued", on: systemUnderTest)
        stage.settle()
        queued.cancel()
        // The holder still runs.
        #expect(stage.settle() == ["queued threw CancellationError"])
        #expect(stage.end("holder") == ["end holder"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation cancelled before its task got a thread never starts`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("first", on: systemUnderTest).cancel()
        stage.run("second", on: systemUnderTest)
        stage.run("third", on: systemUnderTest).cancel()
        stage.run("fourth", on: systemUnderTest)
        #expect(
            stage.settle().sorted() == [
                "first threw CancellationError", "start second", "third threw CancellationError",
            ])
        #expect(stage.end("second") == ["end second", "start fourth"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation whose turn has come, cancelled before it got a thread, never starts`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        let gate = Gate()
        systemUnderTest.run { await gate.wait() }
        let queued = stage.run("queued", on: systemUnderTest)
        stage.run("last", on: systemUnderTest)
        stage.settle()
        gate.open()
        while systemUnderTest.queuedCount == 2 { stage.executor.runOne() }
        // It is the queued one's turn, but it was not let onto a thread yet.
        queued.cancel()
        #expect(stage.settle().sorted() == ["queued threw CancellationError", "start last"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `The place of a cancelled operation is freed`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        let queued = stage.run("queued", on: systemUnderTest)
        stage.run("last", on: systemUnderTest)
        stage.settle()
        queued.cancel()
        stage.settle()
        #expect(systemUnderTest.queuedCount == 1)
        #expect(systemUnderTest.snapshot.queued.map(\.name) == ["last"])
        #expect(systemUnderTest.snapshot.queued.map(\.waitsFor) == [systemUnderTest.snapshot.running.map(\.id)])
        #expect(stage.end("holder") == ["end holder", "start last"])
    }

    @Test func `Successors that waited only for the cancelled operation start`() {
        let systemUnderTest = GroupedTaskRunner<String>(executor: stage.executor)
        stage.run("read", on: systemUnderTest, .read, ["x"])
        let write = stage.run("write", on: systemUnderTest, .write, ["x"])
        stage.run("read 2", on: systemUnderTest, .read, ["x"])
        stage.run("read 3", on: systemUnderTest, .read, ["x"])
        stage.run("write 2", on: systemUnderTest, .write, ["x"])
        #expect(stage.settle() == ["start read"])
        write.cancel()
        #expect(stage.settle().sorted() == ["start read 2", "start read 3", "write threw CancellationError"])
    }

    @Test func `Successors that also wait for something else go on waiting`() {
        let systemUnderTest = GroupedTaskRunner<String>(executor: stage.executor)
        stage.run("x", on: systemUnderTest, .write, ["x"])
        stage.run("y", on: systemUnderTest, .write, ["y"])
        let queued = stage.run("queued", on: systemUnderTest, .write, ["x"])
        stage.run("both", on: systemUnderTest, .write, ["x", "y"])
        stage.settle()
        queued.cancel()
        #expect(stage.settle() == ["queued threw CancellationError"])
        #expect(stage.end("x") == ["end x"])
        #expect(stage.end("y") == ["end y", "start both"])
    }

    @Test func `Cancelling a reader between two writers leaves the later waiting for the earlier`() {
        let systemUnderTest = GroupedTaskRunner<String>(executor: stage.executor)
        stage.run("write 1", on: systemUnderTest, .write, ["x"])
        let read = stage.run("read", on: systemUnderTest, .read, ["x"])
        stage.run("write 2", on: systemUnderTest, .write, ["x"])
        stage.settle()
        read.cancel()
        #expect(stage.settle() == ["read threw CancellationError"])
        let snapshot = systemUnderTest.snapshot
        #expect(snapshot.running.map(\.name) == ["write 1"])
        #expect(snapshot.queued.map(\.waitsFor) == [snapshot.running.map(\.id)])
        #expect(stage.end("write 1") == ["end write 1", "start write 2"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `The closure of a cancelled operation is released while the holder still runs`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        weak var released: Captured?
        let task = {
            let captured = Captured()
            released = captured
            return systemUnderTest.run { captured.touch() }
        }()
        stage.settle()
        #expect(released != nil)
        task.cancel()
        stage.settle()
        #expect(released == nil)
        #expect(systemUnderTest.runningCount == 1)
    }

    @Test(arguments: RunnerKind.allCases)
    func `Nothing of many cancelled operations stays while the holder still runs`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        let alive = Shared(0)
        let tasks = (0..<10_000).map { _ in
            let captured = Counted(in: alive)
            return systemUnderTest.run { captured.touch() }
        }
        stage.settle()
        #expect(alive.value == 10_000)
        for task in tasks { task.cancel() }
        stage.settle()
        #expect(alive.value == 0)
        #expect(systemUnderTest.queuedCount == 0)
        #expect(stage.end("holder") == ["end holder"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `The closure of an operation that ran is released`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        weak var released: Captured?
        let task = {
            let captured = Captured()
            released = captured
            return systemUnderTest.run { captured.touch() }
        }()
        #expect(released != nil)
        stage.settle()
        #expect(released == nil)
        _ = task
    }

    @Test(arguments: RunnerKind.allCases)
    func `Cancelling an operation that has ended changes nothing`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make(executor: stage.executor)
        let ended = systemUnderTest.run { 1 }
        stage.settle()
        // The later ones reuse what the ended one left.
        stage.run("a", on: systemUnderTest)
        stage.run("b", on: systemUnderTest)
        stage.settle()
        ended.cancel()
        #expect(try await ended.value == 1)
        #expect(systemUnderTest.queuedCount == 1)
        #expect(stage.end("a") == ["end a", "start b"])
        #expect(stage.end("b") == ["end b"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `Cancelling twice is cancelling once`(kind: RunnerKind) {
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        let queued = stage.run("queued", on: systemUnderTest)
        stage.run("last", on: systemUnderTest)
        stage.settle()
        queued.cancel()
        queued.cancel()
        #expect(stage.settle() == ["queued threw CancellationError"])
        queued.cancel()
        #expect(stage.end("holder") == ["end holder", "start last"])
    }
}

/// Lines 6 and 7 of the contract: cancelling what runs, and what was submitted as a job.
struct CooperativeCancellationTests {
    private let stage = Stage()

    @Test(arguments: RunnerKind.allCases)
    func `A running operation's cancellation is cooperative and its successors wait until it ended`(
        kind: RunnerKind
    ) {
        let systemUnderTest = kind.make(executor: stage.executor)
        let running = stage.run("running", on: systemUnderTest)
        stage.run("successor", on: systemUnderTest)
        #expect(stage.settle() == ["start running"])
        running.cancel()
        #expect(stage.settle().isEmpty)
        #expect(systemUnderTest.runningCount == 1)
        #expect(stage.end("running") == ["end running, cancelled", "start successor"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `A running operation that ignores its cancellation succeeds`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make(executor: stage.executor)
        let gate = Gate()
        let running = systemUnderTest.run {
            await gate.wait()
            return 5
        }
        stage.settle()
        running.cancel()
        gate.open()
        stage.settle()
        #expect(try await running.value == 5)
    }

    @Test(arguments: RunnerKind.allCases)
    func `A job cancelled while it is queued keeps its place and is told in its turn`(kind: RunnerKind) async {
        let systemUnderTest = kind.make(executor: stage.executor)
        let log = EventLog<String>()
        let (first, job) = runCancelledJob(on: systemUnderTest, log: log)
        let last = systemUnderTest.run { log.append("last ran") }
        stage.settle()
        job.cancel()
        stage.settle()
        #expect(log.events == ["first started"])
        #expect(systemUnderTest.queuedCount == 2)
        stage.executor.setFree()
        stage.end("first")
        await #expect(throws: CancellationError.self) { try await job.value }
        _ = await (first.result, last.result)
        #expect(log.events == ["first started", "handler got CancellationError", "last ran"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `A job cancelled before its task got a thread keeps its place and is told in its turn`(
        kind: RunnerKind
    ) async {
        let systemUnderTest = kind.make(executor: stage.executor)
        let log = EventLog<String>()
        let (first, job) = runCancelledJob(on: systemUnderTest, log: log)
        let last = systemUnderTest.run { log.append("last ran") }
        job.cancel()
        stage.settle()
        #expect(log.events == ["first started"])
        stage.executor.setFree()
        stage.end("first")
        await #expect(throws: CancellationError.self) { try await job.value }
        _ = await (first.result, last.result)
        #expect(log.events == ["first started", "handler got CancellationError", "last ran"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `cancelAll leaves a queued job its place and its handler as well`(kind: RunnerKind) async {
        let systemUnderTest = kind.make(executor: stage.executor)
        let log = EventLog<String>()
        let (first, job) = runCancelledJob(on: systemUnderTest, log: log)
        stage.settle()
        systemUnderTest.cancelAll()
        let last = systemUnderTest.run { log.append("last ran") }
        stage.settle()
        #expect(log.events == ["first started"])
        stage.executor.setFree()
        stage.end("first")
        await #expect(throws: CancellationError.self) { try await job.value }
        _ = await (first.result, last.result)
        #expect(log.events == ["first started", "handler got CancellationError", "last ran"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `The next operation waits until a job's handler has ended`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let log = EventLog<String>()
        let handlerStarted = Gate()
        let gate = Gate()
        let job = ClosureJob {
            $0
        } handler: { _, _ in
            handlerStarted.open()
            await gate.wait()
            log.append("handler ended")
        }
        systemUnderTest.runJob(job, context: 1, resultContext: "", name: nil)
        let next = systemUnderTest.run { log.append("next ran") }
        await handlerStarted.wait()
        #expect(systemUnderTest.queuedCount == 1)
        gate.open()
        try await next.value
        #expect(log.events == ["handler ended", "next ran"])
    }

    /// An operation that runs, and behind it a job whose work must not.
    private func runCancelledJob(
        on runner: any ExclusiveRunner, log: EventLog<String>
    ) -> (Task<Void, any Error>, Task<Int, any Error>) {
        let operation = stage.operation("first")
        let first = runner.run {
            log.append("first started")
            try await operation()
        }
        let job = ClosureJob<Int> { context in
            log.append("work ran")
            return context
        } handler: { result, _ in
            if case .failure(is CancellationError) = result { log.append("handler got CancellationError") }
        }
        return (first, runner.runJob(job, context: 1, resultContext: "", name: nil))
    }
}
