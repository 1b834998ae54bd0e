import TaskRunners
import TestSupport
import Testing

/// The promises of a job's `execute`.
struct JobsTests {
    @Test @MainActor func `perform runs off the main actor and handleResult on it`() async throws {
        let log = EventLog<String>()
        #expect(MainQueue.isCurrent)
        let systemUnderTest = ClosureJob { _ in
            log.append("perform on main: \(MainQueue.isCurrent)")
        } handler: { _, _ in
            MainActor.assertIsolated()
            log.append("handler on main: \(MainQueue.isCurrent)")
        }
        try await systemUnderTest.execute(context: 0, resultContext: "")
        #expect(log.events == ["perform on main: false", "handler on main: true"])
    }

    @Test func `Each method gets its own context and the handler the success`() async throws {
        let handled = EventLog<String>()
        let systemUnderTest = ClosureJob {
            $0 * 2
        } handler: { result, context in
            handled.append("\(try result.get()) for \(context)")
        }
        #expect(try await systemUnderTest.execute(context: 21, resultContext: "the store") == 42)
        #expect(handled.events == ["42 for the store"])
    }

    @Test func `The handler gets the error that perform threw`() async {
        let handled = EventLog<Failure?>()
        let systemUnderTest = ClosureJob<Int> { _ in
            throw Failure(1)
        } handler: { result, _ in
            if case .failure(let error) = result { handled.append(error as? Failure) }
        }
        await #expect(throws: Failure(1)) { try await systemUnderTest.execute(context: 0, resultContext: "") }
        #expect(handled.events == [Failure(1)])
    }

    @Test func `The handler's own error wins over a success`() async {
        let systemUnderTest = ClosureJob {
            $0
        } handler: { _, _ in
            throw Failure(2)
        }
        await #expect(throws: Failure(2)) { try await systemUnderTest.execute(context: 0, resultContext: "") }
    }

    @Test func `The handler's own error wins over the work's`() async {
        let systemUnderTest = ClosureJob<Int> { _ in
            throw Failure(1)
        } handler: { _, _ in
            throw Failure(2)
        }
        await #expect(throws: Failure(2)) { try await systemUnderTest.execute(context: 0, resultContext: "") }
    }

    @Test func `A handler that returns normally after a failure does not turn it into a success`() async {
        let systemUnderTest = ClosureJob<Int> { _ in
            throw Failure(1)
        } handler: { _, _ in
        }
        await #expect(throws: Failure(1)) { try await systemUnderTest.execute(context: 0, resultContext: "") }
    }

    @Test func `In a cancelled task perform is skipped and the handler gets CancellationError`() async {
        let log = EventLog<String>()
        let systemUnderTest = ClosureJob<Int> { context in
            log.append("perform")
            return context
        } handler: { result, _ in
            if case .failure(is CancellationError) = result { log.append("handler was told") }
        }
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { try await systemUnderTest.execute(context: 0, resultContext: "") }
        }
        #expect(log.events == ["handler was told"])
    }

    @Test func `In a cancelled task the handler's own error wins`() async {
        let systemUnderTest = ClosureJob<Int> {
            $0
        } handler: { _, _ in
            throw Failure(3)
        }
        await #expect(throws: Failure(3)) {
            try await withCancelledTask { try await systemUnderTest.execute(context: 0, resultContext: "") }
        }
    }

    @Test func `A cancellation after perform has returned does not discard the success`() async throws {
        let handled = EventLog<Int>()
        let systemUnderTest = ClosureJob { context in
            withUnsafeCurrentTask { $0?.cancel() }
            return context
        } handler: { result, _ in
            handled.append(try result.get())
        }
        let task = Task { try await systemUnderTest.execute(context: 7, resultContext: "") }
        #expect(try await task.value == 7)
        #expect(handled.events == [7])
        #expect(task.isCancelled)
    }

    @Test func `A cancellation during perform is perform's own to notice`() async {
        let started = Gate()
        let gate = Gate()
        let handled = EventLog<Bool>()
        let systemUnderTest = ClosureJob<Int> { context in
            started.open()
            await gate.wait()
            try Task.checkCancellation()
            return context
        } handler: { result, _ in
            if case .failure(let error) = result { handled.append(error is CancellationError) }
        }
        let task = Task { try await systemUnderTest.execute(context: 7, resultContext: "") }
        await started.wait()
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(handled.events == [true])
    }

    @Test func `execute finishes only after the handler has`() async throws {
        let executor = ManualExecutor()
        let log = EventLog<String>()
        let entered = Gate()
        let gate = Gate()
        let systemUnderTest = ClosureJob {
            $0
        } handler: { _, _ in
            entered.open()
            await gate.wait()
            log.append("handler ended")
        }
        let task = Task(executorPreference: executor) {
            _ = try await systemUnderTest.execute(context: 0, resultContext: "")
            log.append("execute ended")
        }
        executor.drain()
        await entered.wait()
        executor.drain()
        #expect(log.events.isEmpty)
        executor.setFree()
        gate.open()
        try await task.value
        #expect(log.events == ["handler ended", "execute ended"])
    }
}

/// The forms in which an app may write a job.
struct JobWitnessTests {
    private struct ReturnsOnly: BackgroundJob {
        nonisolated func perform(context: Int) async throws -> Int { context + 1 }
    }

    private struct SynchronousWork: BackgroundJob {
        nonisolated func perform(context: Int) -> Int { context + 2 }
    }

    private struct ThrowingSynchronousWork: BackgroundJob {
        nonisolated func perform(context: Int) throws -> Int { throw Failure(context) }
    }

    private struct SynchronousHandler: BackgroundJob {
        nonisolated func perform(context: Int) async -> Int { context + 3 }
        @MainActor func handleResult(_ result: Result<Int, any Error>, context: EventLog<Int>) {
            context.append((try? result.get()) ?? -1)
        }
    }

    private struct ThrowingSynchronousHandler: BackgroundJob {
        nonisolated func perform(context: Int) async -> Int { context + 4 }
        @MainActor func handleResult(_ result: Result<Int, any Error>, context: EventLog<Int>) throws {
            context.append(try result.get())
            throw Failure(4)
        }
    }

    private struct AsynchronousHandler: BackgroundJob {
        nonisolated func perform(context: Int) async -> Int { context + 5 }
        @MainActor func handleResult(_ result: Result<Int, any Error>, context: EventLog<Int>) async {
            await Task.yield()
            context.append((try? result.get()) ?? -1)
        }
    }

    private struct HandlerWithoutContext: BackgroundJob {
        nonisolated func perform(context: EventLog<String>) async -> EventLog<String> { context }
        @MainActor func handleResult(_ result: Result<EventLog<String>, any Error>, context: Void) throws {
            try result.get().append("handled")
        }
    }

    @Test func `A job that only returns data omits handleResult`() async throws {
        let systemUnderTest = ReturnsOnly()
        #expect(try await systemUnderTest.execute(context: 1) == 2)
        #expect(try await systemUnderTest.execute(context: 1, resultContext: ()) == 2)
    }

    @Test func `A job without a handler still throws the work's error`() async {
        let systemUnderTest = ThrowingSynchronousWork()
        await #expect(throws: Failure(9)) { try await systemUnderTest.execute(context: 9) }
    }

    @Test func `The work may be synchronous`() async throws {
        let systemUnderTest = SynchronousWork()
        #expect(try await systemUnderTest.execute(context: 1) == 3)
    }

    @Test func `A handler may be synchronous, throwing or not, and asynchronous without throwing`() async throws {
        let handled = EventLog<Int>()
        #expect(try await SynchronousHandler().execute(context: 0, resultContext: handled) == 3)
        await #expect(throws: Failure(4)) {
            try await ThrowingSynchronousHandler().execute(context: 0, resultContext: handled)
        }
        #expect(try await AsynchronousHandler().execute(context: 0, resultContext: handled) == 5)
        #expect(handled.events == [3, 4, 5])
    }

    @Test func `A handler without a context is called as well`() async throws {
        let log = EventLog<String>()
        let systemUnderTest = HandlerWithoutContext()
        _ = try await systemUnderTest.execute(context: log)
        #expect(log.events == ["handled"])
    }
}
