import TaskRunners
import TestSupport
import Testing

/// The promises of `awaitCancellable`, the system under test here.
struct AwaitCancellableTests {
    private let executor = ManualExecutor()
    private let log = EventLog<String>()

    /// A task that ends when `gate` opens, and tells whether it was cancelled.
    private func work(until gate: Gate) -> Task<Bool, any Error> {
        Task(executorPreference: executor) {
            await gate.wait()
            return Task.isCancelled
        }
    }

    @Test func `It returns the task's value`() async throws {
        #expect(try await awaitCancellable(Task<Int, any Error> { 4 }) == 4)
    }

    @Test func `It throws the task's error`() async {
        await #expect(throws: Failure(5)) { try await awaitCancellable(Task { throw Failure(5) }) }
    }

    @Test func `It forwards the caller's cancellation and returns only when the task has ended`() {
        let gate = Gate()
        let task = work(until: gate)
        let caller = Task(executorPreference: executor) { [log] in
            log.append("cancelled: \(try await awaitCancellable(task))")
        }
        executor.drain()
        #expect(task.isCancelled == false)
        caller.cancel()
        #expect(task.isCancelled)
        executor.drain()
        #expect(log.events.isEmpty)
        gate.open()
        executor.drain()
        #expect(log.events == ["cancelled: true"])
    }

    @Test func `It forwards a cancellation from before the call`() {
        let gate = Gate()
        let task = work(until: gate)
        let caller = Task(executorPreference: executor) { [log] in
            log.append("cancelled: \(try await awaitCancellable(task))")
        }
        caller.cancel()
        executor.drain()
        #expect(task.isCancelled)
        #expect(log.events.isEmpty)
        gate.open()
        executor.drain()
        #expect(log.events == ["cancelled: true"])
    }

    @Test func `A caller that is not cancelled cancels nothing`() {
        let gate = Gate()
        let task = work(until: gate)
        Task(executorPreference: executor) { [log] in
            log.append("cancelled: \(try await awaitCancellable(task))")
        }
        executor.drain()
        gate.open()
        executor.drain()
        #expect(log.events == ["cancelled: false"])
    }

    @Test func `It needs no try for a task that cannot throw`() async {
        let task = Task { 6 }
        #expect(await awaitCancellable(task) == 6)
    }

    @Test func `It infers any Error for a task that can throw`() async {
        let task: Task<Int, any Error> = Task { throw Failure(7) }
        do {
            _ = try await awaitCancellable(task)
            Issue.record("nothing was thrown")
        } catch let error as Failure {
            #expect(error == Failure(7))
        } catch {
            Issue.record(error)
        }
    }

    @Test @MainActor func `It stays on the caller's actor and needs no detour`() async throws {
        let value = try await awaitCancellable(Task<Bool, any Error> { MainQueue.isCurrent })
        MainActor.assertIsolated()
        #expect(value)
    }

    @Test(arguments: RunnerKind.allCases)
    func `Cancelling the caller takes a queued operation out`(kind: RunnerKind) {
        let stage = Stage()
        let runner = kind.make(executor: stage.executor)
        stage.run("holder", on: runner)
        let queued = runner.run(operation: stage.operation("queued"))
        let caller = Task(executorPreference: stage.executor) { try await awaitCancellable(queued) }
        stage.watch(caller, as: "caller")
        stage.settle()
        caller.cancel()
        #expect(stage.settle() == ["caller threw CancellationError"])
        #expect(stage.end("holder") == ["end holder"])
    }
}
