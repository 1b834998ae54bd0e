import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

/// The promises of progress, as far as they do not depend on time.
@MainActor
struct ProgressReportingJobTests {
    private let log = ProgressLog()

    private func execute<Policy: Delivery>(_ job: ReportingJob<Policy>) async throws {
        try await job.execute(context: 0, resultContext: log)
    }

    // MARK: Order

    @Test func `Events reach the main actor in the order reported, before the result`() async throws {
        let systemUnderTest = ReportingJob(PlainDelivery.self) { progress in
            for index in 0..<10_000 { progress.report("\(index)") }
        }
        log.onProgress = { _ in MainActor.assertIsolated() }
        try await execute(systemUnderTest)
        #expect(log.events == (0..<10_000).map { "\($0)" } + ["success"])
    }

    @Test func `They are handled before the failure as well`() async {
        let systemUnderTest = ReportingJob(PlainDelivery.self) { progress in
            for index in 0..<100 { progress.report("\(index)") }
            throw Failure(7)
        }
        await #expect(throws: Failure(7)) { try await execute(systemUnderTest) }
        #expect(log.events == (0..<100).map { "\($0)" } + ["failure"])
    }

    @Test(arguments: [true, false])
    func `They are handled before the cancellation as well`(isTimed: Bool) async {
        let started = Gate()
        let work: @Sendable (JobProgressReporter<String>) async throws -> Void = { progress in
            progress.report("A")
            started.open()
            let cancelled = Gate()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            progress.report("B")
            throw CancellationError()
        }
        let log = log
        let task = Task {
            if isTimed {
                try await ReportingJob(BracketedDelivery.self, work: work).execute(context: 0, resultContext: log)
            } else {
                try await ReportingJob(PlainDelivery.self, work: work).execute(context: 0, resultContext: log)
            }
        }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.events == ["A", "B", "cancelled"])
    }

    @Test func `In a task that is already cancelled there is no work and no progress`() async {
        let log = log
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask {
                try await ReportingJob(PlainDelivery.self) { _ in Issue.record("a cancelled job worked") }
                    .execute(context: 0, resultContext: log)
            }
        }
        #expect(log.events == ["cancelled"])
    }

    @Test func `A job without events goes straight to its result`() async throws {
        try await execute(ReportingJob(BracketedDelivery.self) { _ in })
        #expect(log.events == ["success"])
    }

    @Test func `Reporters may be used from sixteen threads at once, each of which keeps its order`() async throws {
        let systemUnderTest = ReportingJob(PlainDelivery.self) { progress in
            await withCheckedContinuation { continuation in
                let group = DispatchGroup()
                for thread in 0..<16 {
                    DispatchQueue(label: "reporter \(thread)").async(group: group) {
                        for index in 0..<2_000 { progress.report("\(thread) \(index)") }
                    }
                }
                group.notify(queue: .global()) { continuation.resume() }
            }
        }
        try await execute(systemUnderTest)
        #expect(log.events.count == 16 * 2_000 + 1 && log.events.last == "success")
        for thread in 0..<16 {
            let own = log.events.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<2_000).map { "\(thread) \($0)" })
        }
    }

    // MARK: The main actor

    @Test func `report does not wait for a busy main actor, and what it reports meanwhile is delivered in two hops`()
        async throws
    {
        let reported = DispatchSemaphore(value: 0)
        let log = log
        let task = Task.detached {
            try await ReportingJob(PlainDelivery.self) { progress in
                for index in 0..<10_000 { progress.report("\(index)") }
                reported.signal()
            }.execute(context: 0, resultContext: log)
        }
        // Without a suspension: the main actor does nothing else until the last event has been reported.
        block(on: reported)
        #expect(log.events.isEmpty)
        try await task.value
        #expect(log.events.count == 10_001)
        #expect(log.batches <= 2)
    }

    private func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test func `The handler may report, and what it reports is delivered after that`() async throws {
        let reporter = Shared<JobProgressReporter<String>?>(nil)
        let handled = Gate()
        log.onProgress = { event in
            if event == "A" { reporter.value?.report("B") } else { handled.open() }
        }
        try await execute(
            ReportingJob(PlainDelivery.self) { progress in
                reporter.value = progress
                progress.report("A")
                await handled.wait()
            })
        #expect(log.events == ["A", "B", "success"])
        #expect(log.batches == 2)
    }

    @Test func `The handler may cancel its own job`() async throws {
        let runner = SerialTaskRunner()
        let task = Shared<Task<Void, any Error>?>(nil)
        let submitted = Gate()
        log.onProgress = { _ in task.value?.cancel() }
        let systemUnderTest = ReportingJob(PlainDelivery.self) { progress in
            await submitted.wait()
            let cancelled = Gate()
            progress.report("A")
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            progress.report("B")
            try Task.checkCancellation()
        }
        let own = runner.run(systemUnderTest, context: 0, resultContext: log)
        task.value = own
        submitted.open()
        await #expect(throws: CancellationError.self) { try await own.value }
        #expect(log.events == ["A", "B", "cancelled"])
    }

    // MARK: Late events

    @Test func `An event reported after the work has ended is ignored`() async throws {
        let leaked = Shared<JobProgressReporter<String>?>(nil)
        try await execute(
            ReportingJob(PlainDelivery.self) { progress in
                progress.report("A")
                leaked.value = progress
            })
        leaked.value?.report("late")
        try await execute(ReportingJob(PlainDelivery.self) { $0.report("B") })
        #expect(log.events == ["A", "success", "B", "success"])
    }

    @Test func `An event that the last handler reports is ignored: the work has ended`() async throws {
        let leaked = Shared<JobProgressReporter<String>?>(nil)
        // The interval holds the event until the work has ended.
        log.onProgress = { _ in leaked.value?.report("LATE") }
        try await execute(
            ReportingJob(BracketedDelivery.self) { progress in
                leaked.value = progress
                progress.report("A")
            })
        #expect(log.events == ["A", "success"])
    }

    @Test(arguments: [true, false])
    func `A leaked reporter keeps neither the job nor its contexts alive, nor late events`(fails: Bool) async throws {
        var leaked: JobProgressReporter<Captured>?
        weak var context: Holder?
        weak var captured: Captured?
        weak var event: Captured?
        do {
            let holder = Holder()
            context = holder
            let own = Captured()
            captured = own
            let job = HoldingJob(captured: own, fails: fails)
            _ = try? await job.execute(context: holder, resultContext: holder)
            leaked = holder.reporter.value
            holder.reporter.value = nil
        }
        do {
            let late = Captured()
            event = late
            leaked?.report(late)
        }
        #expect(leaked != nil)
        #expect(context == nil && captured == nil && event == nil)
    }

    private final class Holder: Sendable {
        let reporter = Shared<JobProgressReporter<Captured>?>(nil)
    }

    private struct HoldingJob: ProgressReportingJob {
        let captured: Captured
        let fails: Bool
        nonisolated func perform(context: Holder, progress: JobProgressReporter<Captured>) async throws {
            context.reporter.value = progress
            progress.report(captured)
            if fails { throw Failure() }
        }
        @MainActor func handleProgress(_ progress: Captured, context: Holder) {}
    }

    // MARK: Which work runs

    @Test func `A job known only as a background job reports as well`() async throws {
        func generic<Job: BackgroundJob>(_ job: Job, _ context: Job.Context, _ result: Job.ResultContext) async throws {
            _ = try await job.execute(context: context, resultContext: result)
        }
        try await generic(ReportingJob(PlainDelivery.self) { $0.report("A") }, 0, log)
        #expect(log.events == ["A", "success"])
    }

    @Test func `A job submitted to a runner reports as well`() async throws {
        let job = ReportingJob(PlainDelivery.self) { $0.report("A") }
        try await SerialTaskRunner().run(job, context: 0, resultContext: log).value
        let runner = GroupedTaskRunner<Int>()
        try await runner.run(groups: [1], access: .read) { [log] in
            try await job.execute(context: 0, resultContext: log)
        }.value
        #expect(log.events == ["A", "success", "A", "success"])
    }

    @Test func `The supplied perform works with nobody to report to`() async throws {
        let worked = Gate()
        let systemUnderTest = ReportingJob(PlainDelivery.self) { progress in
            progress.report("A")
            worked.open()
        }
        try await systemUnderTest.perform(context: 0)
        await worked.wait()
        #expect(log.events.isEmpty)
    }

    @Test func `A job whose context is inferred and whose handler needs none compiles`() async throws {
        struct Inferred: ProgressReportingJob {
            nonisolated func perform(context: String, progress: JobProgressReporter<Int>) async throws -> Int {
                progress.report(1)
                return context.count
            }
            @MainActor func handleProgress(_ progress: Int, context: Void) {}
        }
        #expect(try await Inferred().execute(context: "four") == 4)
    }

    @Test func `Task-locals of the job are those of its handlers`() async throws {
        let seen = EventLog<String>()
        log.onProgress = { _ in seen.append(Marker.text) }
        let log = log
        try await Marker.$text.withValue("the job's") {
            try await ReportingJob(PlainDelivery.self) { progress in
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        progress.report("A")
                        continuation.resume()
                    }
                }
            }.execute(context: 0, resultContext: log)
        }
        #expect(seen.events == ["the job's"])
    }

    private enum Marker {
        @TaskLocal static var text = "none"
    }
}
