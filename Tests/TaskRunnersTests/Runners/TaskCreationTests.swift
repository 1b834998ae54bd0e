import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

/// What may happen between an operation's enqueueing and its task being known to the runner: a task executor sees the
/// task first, and here does something in between.
struct TaskCreationTests {
    /// Does something with each new job before it holds it, or instead.
    private final class InterposedExecutor: TaskExecutor {
        let manual = ManualExecutor()
        /// Called on the submitter's thread, from within `run`.
        let interpose = Mutex<(@Sendable (UnownedJob) -> Bool)?>(nil)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isDone = interpose.withLock { $0.take() }?(job) ?? false
            if !isDone { manual.enqueue(ExecutorJob(job)) }
        }

        /// The next operation runs from beginning to end within `run`.
        func runNextAtOnce() {
            interpose.withLock {
                $0 = { [unowned self] job in
                    job.runSynchronously(on: asUnownedTaskExecutor())
                    return true
                }
            }
        }

        func beforeNext(_ action: @escaping @Sendable () -> Void) {
            interpose.withLock {
                $0 = { _ in
                    action()
                    return false
                }
            }
        }
    }

    private let executor = InterposedExecutor()
    private let systemUnderTest: SerialTaskRunner
    private let log = EventLog<String>()

    init() { systemUnderTest = SerialTaskRunner(executor: executor) }

    @Test func `Operations that end before their tasks are known give their places back`() async throws {
        for number in 0..<1_000 {
            executor.runNextAtOnce()
            let task = systemUnderTest.run { number }
            #expect(try await task.value == number)
        }
        #expect(systemUnderTest.core.capacity <= 1)
        #expect(systemUnderTest.runningCount == 0)
    }

    @Test func `Operations withdrawn before their tasks are known give their places back`() async {
        let gate = Gate()
        let holder = systemUnderTest.run { await gate.wait() }
        executor.manual.drain()
        for _ in 0..<1_000 {
            executor.beforeNext { [systemUnderTest] in systemUnderTest.cancelAll() }
            let task = systemUnderTest.run { Issue.record("a withdrawn operation started") }
            executor.manual.drain()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        gate.open()
        executor.manual.drain()
        _ = await holder.result
        #expect(systemUnderTest.core.capacity <= 2)
    }

    @Test func `An operation cancelled before its task is known never starts`() async {
        executor.beforeNext { [systemUnderTest] in systemUnderTest.cancelAll() }
        let task = systemUnderTest.run { Issue.record("a cancelled operation started") }
        #expect(task.isCancelled)
        executor.manual.drain()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `An operation that found itself cancelled before its task was known never starts`() async {
        executor.interpose.withLock {
            $0 = { [systemUnderTest, executor] job in
                systemUnderTest.cancelAll()
                job.runSynchronously(on: executor.asUnownedTaskExecutor())
                return true
            }
        }
        let task = systemUnderTest.run { Issue.record("a cancelled operation started") }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(systemUnderTest.core.capacity <= 1)
    }

    @Test func `A job cancelled before its task is known is told in its turn`() async {
        let job = ClosureJob(
            work: { _ in Issue.record("a cancelled job worked") },
            handler: { [log] result, _ in
                if case .failure(is CancellationError) = result { log.append("told") }
            })
        executor.beforeNext { [systemUnderTest] in systemUnderTest.cancelAll() }
        let task = systemUnderTest.run(job, context: 0, resultContext: "")
        executor.manual.setFree()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.events == ["told"])
    }
}
