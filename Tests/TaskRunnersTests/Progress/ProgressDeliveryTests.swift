import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

/// When progress is delivered, and what is combined before it is. A manual clock stands for time.
@MainActor
struct ProgressDeliveryTests {
    private let clock = ManualClock()
    private let log = ProgressLog()

    /// The work of a job, one line after the other, each when the test says so.
    private final class Script: Sendable {
        private let lines = Mutex<[String?]>([])
        private let waiter = Mutex<CheckedContinuation<String?, Never>?>(nil)

        /// `nil` ends the work.
        func say(_ line: String?) {
            let waiter = waiter.withLock { waiter in
                defer { waiter = nil }
                if waiter == nil { lines.withLock { $0.append(line) } }
                return waiter
            }
            waiter?.resume(returning: line)
        }

        func next() async -> String? {
            await withCheckedContinuation { continuation in
                let line: String?? = waiter.withLock { waiter in
                    lines.withLock { lines in
                        if lines.isEmpty {
                            waiter = continuation
                            return nil
                        }
                        return .some(lines.removeFirst())
                    }
                }
                if let line { continuation.resume(returning: line) }
            }
        }
    }

    /// Reports each character of each line.
    private func start(_ script: Script) -> Task<Void, any Error> {
        let log = log
        return ProgressClock.$current.withValue(ProgressClock(clock)) {
            Task {
                try await ReportingJob(BracketedDelivery.self) { progress in
                    while let line = await script.next() {
                        for event in line { progress.report(String(event)) }
                    }
                }.execute(context: 0, resultContext: log)
            }
        }
    }

    // MARK: The interval

    @Test func `A batch is delivered one interval after its first event`() async throws {
        let script = Script()
        let task = start(script)
        clock.advance(by: .milliseconds(7))
        script.say("A")
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(57)])
        clock.advance(by: .milliseconds(20))
        script.say("BC")
        // Taken before the next line, so that both are in the batch.
        script.say(nil)
        try await task.value
        #expect(log.events == ["A", "B", "C", "success"])
        #expect(log.batches == 1)
    }

    @Test func `It is delivered then, and the next batch has an interval of its own`() async throws {
        let script = Script()
        let task = start(script)
        script.say("A")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(50))
        #expect(await log.events(1) == ["A"])
        clock.advance(by: .milliseconds(30))
        script.say("B")
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(130)])
        #expect(log.events == ["A"])
        clock.advance(by: .milliseconds(50))
        #expect(await log.events(2) == ["A", "B"])
        script.say(nil)
        try await task.value
        #expect(log.events == ["A", "B", "success"])
        #expect(log.batches == 2)
    }

    @Test func `The end of the work delivers at once, and stops the clock's wait`() async throws {
        let script = Script()
        let task = start(script)
        script.say("A")
        await clock.waitForSleepers()
        script.say(nil)
        try await task.value
        #expect(log.events == ["A", "success"])
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `An interval holds after the job was cancelled: only the end of the work cuts it short`() async throws {
        let script = Script()
        let task = start(script)
        script.say("A")
        await clock.waitForSleepers()
        task.cancel()
        #expect(clock.deadlines == [.milliseconds(50)])
        clock.advance(by: .milliseconds(50))
        #expect(await log.events(1) == ["A"])
        script.say("B")
        await clock.waitForSleepers()
        #expect(clock.deadlines == [.milliseconds(100)])
        script.say(nil)
        try await task.value
        #expect(log.events == ["A", "B", "success"])
    }

    @Test func `A batch that falls due while the main actor is busy with the one before is delivered after it`()
        async throws
    {
        let script = Script()
        let task = start(script)
        script.say("A")
        await clock.waitForSleepers()
        let clock = clock
        // Within the first batch's turn on the main actor the second one is reported, and falls due.
        log.onProgress = { event in
            guard event == "A" else { return }
            script.say("B")
            let isTimed = DispatchSemaphoreBox()
            Task.detached {
                await clock.waitForSleepers()
                clock.advance(by: .milliseconds(50))
                isTimed.signal()
            }
            isTimed.wait()
        }
        clock.advance(by: .milliseconds(50))
        #expect(await log.events(2) == ["A", "B"])
        script.say(nil)
        try await task.value
        #expect(log.batches == 2)
    }

    // MARK: Combining

    @Test func `Adjacent events of a batch are combined from left to right`() async throws {
        let script = Script()
        let task = start(script)
        script.say("abcd")
        script.say("e")
        script.say(nil)
        try await task.value
        #expect(log.events == ["((((ab)c)d)e)", "success"])
    }

    @Test func `What is not combined is a boundary`() async throws {
        let script = Script()
        let task = start(script)
        script.say("abXcdYZe")
        script.say(nil)
        try await task.value
        #expect(log.events == ["(ab)", "X", "(cd)", "Y", "Z", "e", "success"])
    }

    @Test func `An event that was delivered is not combined any more`() async throws {
        let script = Script()
        let task = start(script)
        script.say("ab")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(50))
        #expect(await log.events(1) == ["(ab)"])
        script.say("cd")
        script.say(nil)
        try await task.value
        #expect(log.events == ["(ab)", "(cd)", "success"])
    }

    @Test func `Events pending behind a busy main actor are combined into one, however many`() async throws {
        let reported = DispatchSemaphoreBox()
        let log = log
        let task = Task.detached {
            try await ReportingJob(ShortDelivery.self) { progress in
                for _ in 0..<100_000 { progress.report("a") }
                reported.signal()
            }.execute(context: 0, resultContext: log)
        }
        reported.wait()
        try await task.value
        #expect(log.batches <= 2)
        #expect(log.events.count == log.batches + 1)
    }

    /// At once; any two texts are combined, and do not grow.
    private enum ShortDelivery: Delivery {
        static let interval = Duration.zero
        static func coalesce(_ previous: String, _ next: String) -> String? { next }
    }

    // MARK: The coalescer

    @Test func `The coalescer runs off the main actor and under no lock: it may report, and so may others meanwhile`()
        async throws
    {
        let (log, clock) = (log, clock)
        let observer = CoalescerObserver()
        try await CoalescerObserver.$current.withValue(observer) {
            try await ProgressClock.$current.withValue(ProgressClock(clock)) {
                let reported = Gate()
                let mayEnd = Gate()
                let task = Task {
                    try await ReportingJob(ObservedDelivery.self) { progress in
                        observer.reporter.value = progress
                        progress.report("a")
                        progress.report("b")
                        reported.open()
                        await mayEnd.wait()
                    }.execute(context: 0, resultContext: log)
                }
                await reported.wait()
                await clock.waitForSleepers()
                clock.advance(by: .milliseconds(50))
                _ = await log.events(2)
                mayEnd.open()
                try await task.value
            }
        }
        #expect(observer.ranOnMain.events.allSatisfy { !$0 })
        #expect(log.events == ["a", "b", "FROM THE COALESCER", "FROM ANOTHER THREAD", "success"])
    }

    /// Reports while it combines, and lets another thread report too before it goes on.
    private final class CoalescerObserver: Sendable {
        @TaskLocal static var current = CoalescerObserver()
        let reporter = Shared<JobProgressReporter<String>?>(nil)
        let ranOnMain = EventLog<Bool>()

        func coalesce(_ next: String) {
            ranOnMain.append(MainQueue.isCurrent)
            guard next == "b", let reporter = reporter.value else { return }
            reporter.report("FROM THE COALESCER")
            let reported = DispatchSemaphoreBox()
            DispatchQueue(label: "another reporter").async {
                reporter.report("FROM ANOTHER THREAD")
                reported.signal()
            }
            reported.wait()
        }
    }

    private enum ObservedDelivery: Delivery {
        static let interval = Duration.milliseconds(50)
        static func coalesce(_ previous: String, _ next: String) -> String? {
            CoalescerObserver.current.coalesce(next)
            return nil
        }
    }
}
