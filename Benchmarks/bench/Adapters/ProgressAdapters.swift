import BenchmarkKit
import Dispatch
import Synchronization
import TaskRunners

/// One `Task` an event on the main actor: what apps do first.
enum TaskPerEventAdapter: ProgressImplementation {
    static let name = "task-per-event"
    static let intervals: Set<Int> = [0]
    // It combines nothing, whatever it is asked for: the events just all arrive.
    static let coalescers = Set(ProgressCoalescer.allCases)

    static func run(
        intervalMicroseconds: Int, coalescer: ProgressCoalescer,
        handle: @escaping @MainActor @Sendable (ProgressEvent) -> Void,
        work: @escaping @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void
    ) async {
        await work { event in Task { @MainActor in handle(event) } }
        // Tasks of one priority reach the main actor in order, and this one is the last.
        await Task { @MainActor in }.value
    }
}

/// One task on the main actor reads a stream.
enum AsyncStreamProgressAdapter: ProgressImplementation {
    static let name = "async-stream"
    static let intervals: Set<Int> = [0]
    static let coalescers = Set(ProgressCoalescer.allCases)

    static func run(
        intervalMicroseconds: Int, coalescer: ProgressCoalescer,
        handle: @escaping @MainActor @Sendable (ProgressEvent) -> Void,
        work: @escaping @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void
    ) async {
        let (stream, continuation) = AsyncStream<ProgressEvent>.makeStream()
        let reader = Task { @MainActor in for await event in stream { handle(event) } }
        await work { continuation.yield($0) }
        continuation.finish()
        await reader.value
    }
}

/// The library's own.
enum ReportingJobAdapter: ProgressImplementation {
    static let name = "reporting-job"
    static let intervals: Set<Int> = [0, 1_000, 10_000, 50_000, 100_000]
    static let coalescers = Set(ProgressCoalescer.allCases)

    static func run(
        intervalMicroseconds: Int, coalescer: ProgressCoalescer,
        handle: @escaping @MainActor @Sendable (ProgressEvent) -> Void,
        work: @escaping @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void
    ) async {
        Job.interval.store(intervalMicroseconds, ordering: .relaxed)
        Job.coalescer.store(ProgressCoalescer.allCases.firstIndex(of: coalescer)!, ordering: .relaxed)
        try? await Job(work: work).execute(context: (), resultContext: handle)
    }

    private struct Job: ProgressReportingJob {
        typealias ResultContext = @MainActor @Sendable (ProgressEvent) -> Void
        let work: @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void

        // An app's job has constants here. Measured is one job at a time, so they may as well change between jobs: a
        // generic type a setting would not be compiled as an app's is.
        static let interval = Atomic<Int>(0)
        static let coalescer = Atomic<Int>(0)

        static var progressDeliveryInterval: Duration { .microseconds(interval.load(ordering: .relaxed)) }
        static func coalesceProgress(_ previous: ProgressEvent, _ next: ProgressEvent) -> ProgressEvent? {
            ProgressCoalescer.allCases[coalescer.load(ordering: .relaxed)].combine(previous, next)
        }
        func perform(context: Void, progress: JobProgressReporter<ProgressEvent>) async throws {
            await work { progress.report($0) }
        }
        func handleProgress(_ progress: ProgressEvent, context: ResultContext) { context(progress) }
    }
}
