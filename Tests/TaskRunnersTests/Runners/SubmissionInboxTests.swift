import TestSupport
import Testing

@testable import TaskRunners

/// Submissions to a busy serial runner are left for it to find: nobody may tell.
struct SubmissionInboxTests {
    private let stage = Stage()
    private let systemUnderTest: SerialTaskRunner

    /// The holder runs, and one operation is queued: from here on submissions are left in the inbox.
    init() {
        systemUnderTest = SerialTaskRunner(executor: stage.executor)
        stage.run("holder", on: systemUnderTest)
        stage.run("queued", on: systemUnderTest)
        stage.letEnd("queued")
        stage.settle()
    }

    private func submit(_ labels: [String]) -> [Task<Void, any Error>] {
        labels.map { label in
            stage.letEnd(label)
            return stage.run(label, on: systemUnderTest)
        }
    }

    private func ran(_ labels: [String]) -> [String] { labels.flatMap { ["start \($0)", "end \($0)"] } }

    @Test(arguments: [1, 63, 64, 65, 1_000])
    func `All of them run, in order`(count: Int) {
        let labels = (0..<count).map { "\($0)" }
        _ = submit(labels)
        #expect(stage.end("holder") == ["end holder"] + ran(["queued"] + labels))
        #expect(systemUnderTest.queuedCount == 0 && systemUnderTest.runningCount == 0)
    }

    @Test func `Those submitted while the first ones are being taken out come after them`() {
        let first = (0..<100).map { "\($0)" }
        _ = submit(first)
        stage.letEnd("holder")
        // The holder, the queued one and some of the first batch.
        for _ in 0..<300 { stage.executor.runOne() }
        _ = submit(["later"])
        stage.executor.drain()
        let starts = stage.log.take().filter { $0.hasPrefix("start") }
        #expect(starts == (["queued"] + first + ["later"]).map { "start \($0)" })
    }

    @Test func `They count as queued and show in a snapshot at once`() {
        _ = submit(["a", "b"])
        #expect(systemUnderTest.queuedCount == 3)
        _ = submit(["c"])
        #expect(systemUnderTest.snapshot.queued.map(\.name) == ["queued", "a", "b", "c"])
    }

    @Test func `One whose task is cancelled never starts, throws at once, and leaves the others their order`() {
        let tasks = submit(["a", "b", "c"])
        // Each task has found that it must wait.
        stage.executor.drain()
        tasks[1].cancel()
        #expect(stage.settle() == ["b threw CancellationError"])
        #expect(stage.end("holder") == ["end holder"] + ran(["queued", "a", "c"]))
    }

    @Test func `One whose task is cancelled before it got a thread never starts`() {
        let tasks = submit(["a", "b"])
        tasks[0].cancel()
        #expect(stage.settle() == ["a threw CancellationError"])
        #expect(stage.end("holder") == ["end holder"] + ran(["queued", "b"]))
    }

    @Test func `cancelAll reaches them, and spares later ones`() {
        _ = submit(["a", "b"])
        systemUnderTest.cancelAll()
        _ = submit(["later"])
        #expect(stage.settle().sorted() == ["a", "b", "queued"].map { "\($0) threw CancellationError" })
        #expect(stage.end("holder") == ["end holder, cancelled"] + ran(["later"]))
    }

    @Test func `A job among them keeps its place and is told in its turn`() async throws {
        _ = submit(["a"])
        let job = ClosureJob(
            work: { _ in Issue.record("a cancelled job worked") },
            handler: { [stage] result, _ in
                if case .failure(is CancellationError) = result { stage.log.append("told") }
            })
        let task = systemUnderTest.run(job, context: 0, resultContext: "")
        let last = submit(["b"])
        stage.executor.drain()
        task.cancel()
        #expect(stage.settle() == [])
        #expect(systemUnderTest.queuedCount == 4)
        // The handler runs on the main actor, which the manual executor does not hold.
        stage.letEnd("holder")
        stage.executor.setFree()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await last[0].value
        #expect(stage.log.take() == ["end holder"] + ran(["queued", "a"]) + ["told"] + ran(["b"]))
    }

    @Test func `Nothing is idle before they have run`() async {
        _ = submit(["a"])
        let waiter = Task(executorPreference: stage.executor) { [systemUnderTest, stage] in
            await systemUnderTest.waitUntilIdle()
            stage.log.append("idle")
        }
        _ = submit(["b"])
        stage.executor.drain()
        // The scheduler learns of this one only when it has run dry, and then it is not idle.
        stage.run("c", on: systemUnderTest)
        #expect(stage.end("holder") == ["end holder"] + ran(["queued", "a", "b"]) + ["start c"])
        #expect(stage.end("c") == ["end c", "idle"])
        await waiter.value
    }

    @Test func `After the runner was idle it starts anew`() {
        _ = submit(["a"])
        stage.end("holder")
        for round in 0..<3 {
            let labels = (0..<70).map { "\(round)-\($0)" }
            _ = submit(labels)
            #expect(stage.settle() == ran(labels))
        }
    }

    @Test func `Once thousands have run their memory is given back`() {
        _ = submit((0..<3_000).map { "\($0)" })
        stage.end("holder")
        #expect(systemUnderTest.core.capacity <= ConflictScheduler.retainedCapacity)
    }
}

/// The state that a runner shares with its operations outlives both, and nothing else.
struct SharedStateTests {
    private let executor = ManualExecutor()
    private let gate = Gate()

    /// A runner's release is the caller's to time; the companion's shows the state's.
    private func runner(_ kind: RunnerKind, _ companion: AnyObject) -> any ExclusiveRunner {
        let runner = kind.make(executor: executor)
        (runner as? SerialTaskRunner)?.core.keep(companion)
        (runner as? GroupedTaskRunner<String>)?.core.keep(companion)
        return runner
    }

    private final class Companion {}

    @Test(arguments: RunnerKind.allCases)
    func `It is freed with an idle runner`(kind: RunnerKind) {
        weak var state: Companion?
        do {
            let companion = Companion()
            state = companion
            let systemUnderTest = runner(kind, companion)
            systemUnderTest.run {}
            executor.drain()
        }
        #expect(state == nil)
    }

    @Test(arguments: RunnerKind.allCases, [true, false])
    func `It is freed by the last operation of a released runner`(kind: RunnerKind, isLastCancelled: Bool) {
        weak var state: Companion?
        var last: Task<Void, any Error>?
        do {
            let companion = Companion()
            state = companion
            let systemUnderTest = runner(kind, companion)
            systemUnderTest.run { [gate] in await gate.wait() }
            for _ in 0..<100 { last = systemUnderTest.run {} }
        }
        executor.drain()
        #expect(state != nil)
        if isLastCancelled { last?.cancel() }
        gate.open()
        executor.drain()
        #expect(state == nil)
    }

    @Test(arguments: RunnerKind.allCases)
    func `It is freed by an operation that was cancelled with all others`(kind: RunnerKind) {
        weak var state: Companion?
        do {
            let companion = Companion()
            state = companion
            let systemUnderTest = runner(kind, companion)
            for _ in 0..<100 { systemUnderTest.run { Issue.record("a cancelled operation started") } }
            systemUnderTest.cancelAll()
        }
        #expect(state != nil)
        executor.drain()
        #expect(state == nil)
    }
}
