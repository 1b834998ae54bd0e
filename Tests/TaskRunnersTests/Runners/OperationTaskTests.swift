import Dispatch
import TaskRunners
import TestSupport
import Testing

private enum Local {
    @TaskLocal static var value = "none"
}

/// An actor whose code can be told by the queue that it runs on.
private actor Account {
    private final class QueueExecutor: SerialExecutor {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "account")

        init() { queue.setSpecific(key: Self.key, value: true) }

        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    static var isCurrent: Bool { QueueExecutor.isCurrent }

    func submit(to runner: any ExclusiveRunner) -> Task<Bool, any Error> {
        #expect(Self.isCurrent)
        return runner.run { Self.isCurrent }
    }
}

/// Line 4 of the contract: the task that an operation runs in.
struct OperationTaskTests {
    @Test(arguments: RunnerKind.allCases)
    func `No operation runs on the submitting thread within run`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        // Set on a thread as long as it is inside `run`.
        let inside = ThreadLocal<Captured>()
        let mark = Captured()
        let ranInside = Shared(0)
        var tasks: [Task<Void, any Error>] = []
        for _ in 0..<2000 {
            inside.value = mark
            let task = systemUnderTest.run {
                if inside.value != nil { ranInside.update { $0 += 1 } }
            }
            inside.value = nil
            tasks.append(task)
        }
        for task in tasks { try await task.value }
        #expect(ranInside.value == 0)
        _ = mark
    }

    @Test(arguments: RunnerKind.allCases)
    func `Nothing of an operation runs before run has returned and its executor gets a turn`(kind: RunnerKind) {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        stage.run("a", on: systemUnderTest)
        #expect(stage.log.take().isEmpty)
        #expect(stage.settle() == ["start a"])
    }

    @Test(arguments: RunnerKind.allCases) @MainActor
    func `An operation submitted from the main actor does not run on it`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        #expect(MainQueue.isCurrent)
        #expect(try await systemUnderTest.run { MainQueue.isCurrent }.value == false)
        let afterSuspension = systemUnderTest.run {
            await Task.yield()
            return MainQueue.isCurrent
        }
        #expect(try await afterSuspension.value == false)
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation whose closure is isolated to the main actor runs there`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let task = systemUnderTest.run { @MainActor in
            MainActor.assertIsolated()
            return MainQueue.isCurrent
        }
        #expect(try await task.value)
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation submitted from an actor is not isolated to it`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        #expect(try await Account().submit(to: systemUnderTest).value == false)
    }

    @Test(arguments: RunnerKind.allCases)
    func `Task-locals are inherited from the caller, not from the operation before`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let gate = Gate()
        let first = Local.$value.withValue("first") {
            systemUnderTest.run {
                await gate.wait()
                return Local.value
            }
        }
        let second = Local.$value.withValue("second") { systemUnderTest.run { Local.value } }
        let third = systemUnderTest.run { Local.value }
        gate.open()
        #expect(try await first.value == "first")
        #expect(try await second.value == "second")
        #expect(try await third.value == "none")
    }

    @Test(arguments: RunnerKind.allCases)
    func `Priority is inherited from the caller unless it is given`(kind: RunnerKind) {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        let log = EventLog<TaskPriority?>()
        for priority in [TaskPriority.low, .high] {
            Task(executorPreference: stage.executor, priority: priority) {
                systemUnderTest.run { log.append(Task.basePriority) }
            }
            stage.settle()
        }
        systemUnderTest.run(name: nil, priority: .background) { log.append(Task.basePriority) }
        stage.settle()
        #expect(log.events == [.low, .high, .background])
    }

    @Test(arguments: RunnerKind.allCases)
    func `The name becomes the task's name`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        #expect(try await systemUnderTest.run(name: "rename note") { Task.name }.value == "rename note")
        #expect(try await systemUnderTest.run { Task.name }.value == nil)
    }

    @Test(arguments: RunnerKind.allCases)
    func `A given executor runs the operations, also after they have waited`(kind: RunnerKind) {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        let onExecutor = EventLog<Bool>()
        systemUnderTest.run { [executor = stage.executor] in onExecutor.append(executor.isCurrent) }
        systemUnderTest.run { [executor = stage.executor] in
            onExecutor.append(executor.isCurrent)
            await Task.yield()
            onExecutor.append(executor.isCurrent)
        }
        #expect(onExecutor.events.isEmpty)
        stage.settle()
        #expect(onExecutor.events == [true, true, true])
    }

    @Test(arguments: RunnerKind.allCases)
    func `run called in a cancelled task still runs the operation, uncancelled`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let isCancelled = try await withCancelledTask {
            #expect(Task.isCancelled)
            return systemUnderTest.run {
                try Task.checkCancellation()
                return Task.isCancelled
            }
        }.value
        #expect(isCancelled == false)
    }

    @Test(arguments: RunnerKind.allCases)
    func `Job-level submissions get a name, an executor and no cancellation as well`(kind: RunnerKind) async throws {
        let executor = ManualExecutor()
        let systemUnderTest = kind.make(executor: executor)
        let job = ClosureJob { _ in [Task.name ?? "", "\(executor.isCurrent)", "\(Task.isCancelled)"] }
        let task = try await withCancelledTask {
            systemUnderTest.runJob(job, context: 0, resultContext: "", name: "a job")
        }
        executor.drain()
        executor.setFree()
        #expect(try await task.value == ["a job", "true", "false"])
    }
}
