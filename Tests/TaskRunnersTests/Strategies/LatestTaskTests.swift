import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

@MainActor
struct LatestTaskTests {
    private let clock = ManualClock()
    private let published = EventLog<String>()

    // MARK: Superseding

    @Test func `What an operation returns is published on the main actor`() async throws {
        let systemUnderTest = LatestTask()
        let task = systemUnderTest.run(name: "search") {
            #expect(Task.name == "search")
            #expect(!MainQueue.isCurrent)
            return "found"
        } publish: { [published] in
            MainActor.assertIsolated()
            published.append($0)
        }
        #expect(try await task.value == "found")
        #expect(published.events == ["found"])
    }

    @Test func `A superseded run is cancelled, and does not publish though its operation ignores that`() async throws {
        let systemUnderTest = LatestTask()
        let started = Gate()
        let mayEnd = Gate()
        let wasCancelled = Shared(false)
        let first = systemUnderTest.run {
            started.open()
            await mayEnd.wait()
            wasCancelled.value = Task.isCancelled
            return "old"
        } publish: { [published] in
            published.append($0)
        }
        await started.wait()
        let second = systemUnderTest.run {
            "new"
        } publish: { [published] in
            published.append($0)
        }
        #expect(first.isCancelled)
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == "new")
        #expect(published.events == ["new"])
        #expect(wasCancelled.value)
    }

    @Test func `One superseded on the main actor after its operation returned does not publish either`() async throws {
        let systemUnderTest = LatestTask()
        let returned = DispatchSemaphoreBox()
        let first = systemUnderTest.run {
            defer { returned.signal() }
            return "old"
        } publish: { [published] in
            published.append($0)
        }
        // The operation returns while the main actor is here; its publication waits for the main actor.
        returned.wait()
        let second = systemUnderTest.run {
            "new"
        } publish: { [published] in
            published.append($0)
        }
        await #expect(throws: CancellationError.self) { try await first.value }
        _ = try await second.value
        #expect(published.events == ["new"])
    }

    @Test func `A superseded run's own error is not what its task throws`() async {
        let systemUnderTest = LatestTask()
        let started = Gate()
        let mayEnd = Gate()
        let first = systemUnderTest.run {
            started.open()
            await mayEnd.wait()
            throw Failure(1)
        }
        await started.wait()
        systemUnderTest.run {}
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `An error of the latest run is its task's, and nothing is published`() async {
        let systemUnderTest = LatestTask()
        let task = systemUnderTest.run {
            throw Failure(1)
        } publish: { [published] (_: Int) in
            published.append("published")
        }
        await #expect(throws: Failure(1)) { try await task.value }
        #expect(published.events.isEmpty)
    }

    @Test func `A run without a publication throws where it was superseded before its operation returned`() async throws
    {
        let systemUnderTest = LatestTask()
        let started = Gate()
        let mayEnd = Gate()
        let first = systemUnderTest.run {
            started.open()
            await mayEnd.wait()
            return "old"
        }
        await started.wait()
        let second = systemUnderTest.run { "new" }
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value == "new")
    }

    @Test func `A run whose own task is cancelled does not publish`() async {
        let systemUnderTest = LatestTask()
        let started = Gate()
        let mayEnd = Gate()
        let task = systemUnderTest.run {
            started.open()
            await mayEnd.wait()
            return "cancelled"
        } publish: { [published] in
            published.append($0)
        }
        await started.wait()
        task.cancel()
        mayEnd.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(published.events.isEmpty)
    }

    @Test func `Of requests from many threads at once only the last publishes last`() async throws {
        let systemUnderTest = LatestTask()
        let log = published
        for round in 0..<200 {
            let tasks = Shared<[Task<String, any Error>]>([])
            await withTaskGroup { group in
                for request in 0..<8 {
                    group.addTask { @Sendable in
                        let task = systemUnderTest.run {
                            "\(request)"
                        } publish: {
                            log.append($0)
                        }
                        tasks.update { $0.append(task) }
                    }
                }
            }
            let last = systemUnderTest.run {
                "last"
            } publish: {
                log.append($0)
            }
            _ = try await last.value
            for task in tasks.value { _ = await task.result }
            let events = log.take()
            #expect(events.last == "last", "round \(round)")
        }
    }

    // MARK: Lifetime

    @Test func `Releasing it cancels what runs, and keeps nothing`() async {
        let started = Gate()
        let cancelled = Gate()
        var systemUnderTest: LatestTask? = LatestTask()
        let task = systemUnderTest!.run {
            started.open()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
        }
        await started.wait()
        systemUnderTest = nil
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `An ended run is not kept`() async throws {
        let systemUnderTest = LatestTask()
        weak var result: Captured?
        do { result = try await systemUnderTest.run { Captured() }.value }
        // The run's task may need a moment to let go of what it returned.
        for _ in 0..<100_000 where result != nil { await Task.yield() }
        #expect(result == nil)
        systemUnderTest.cancel()
    }

    // MARK: Debounce

    @Test func `A burst makes one request, when no other has come for so long`() async throws {
        let systemUnderTest = LatestTask(debounce: .milliseconds(300), clock: clock)
        let requests = EventLog<String>()
        var tasks: [Task<String, any Error>] = []
        for query in ["c", "ca", "cat"] {
            tasks.append(
                systemUnderTest.run {
                    requests.append(query)
                    return query
                } publish: { [published] in
                    published.append($0)
                })
            await clock.waitForSleepers()
            if query != "cat" { clock.advance(by: .milliseconds(200)) }
            // A superseded run leaves the clock.
            if tasks.count > 1 { _ = await tasks[tasks.count - 2].result }
        }
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(700)])
        #expect(requests.events.isEmpty)
        clock.advance(by: .milliseconds(300))
        #expect(try await tasks[2].value == "cat")
        #expect(requests.events == ["cat"])
        #expect(published.events == ["cat"])
    }

    @Test func `A run superseded during its debounce throws at once`() async {
        let systemUnderTest = LatestTask(debounce: .seconds(1), clock: clock)
        let first = systemUnderTest.run { Issue.record("a superseded operation ran") }
        await clock.waitForSleepers()
        systemUnderTest.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `A clock that does not notice cancellation starts no superseded operation`() async {
        struct DeafClock: Clock {
            let gate: Gate
            var now: ManualClock.Instant { ManualClock.Instant(offset: .zero) }
            var minimumResolution: Duration { .nanoseconds(1) }
            func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws { await gate.wait() }
        }
        let gate = Gate()
        let systemUnderTest = LatestTask(debounce: .seconds(1), clock: DeafClock(gate: gate))
        let first = systemUnderTest.run { Issue.record("a superseded operation ran") }
        let second = systemUnderTest.run { 2 }
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect((try? await second.value) == 2)
    }
}
