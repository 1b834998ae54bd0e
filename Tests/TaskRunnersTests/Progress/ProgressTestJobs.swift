import Synchronization
import TaskRunners

/// How a test job's progress is delivered.
protocol Delivery: Sendable {
    static var interval: Duration { get }
    static func coalesce(_ previous: String, _ next: String) -> String?
}

/// At once, and one by one.
enum PlainDelivery: Delivery {
    static let interval = Duration.zero
    static func coalesce(_ previous: String, _ next: String) -> String? { nil }
}

/// 50 ms after a batch's first event; texts in lower case are combined with brackets that show how.
enum BracketedDelivery: Delivery {
    static let interval = Duration.milliseconds(50)
    static func coalesce(_ previous: String, _ next: String) -> String? {
        isText(previous) && isText(next) ? "(\(previous)\(next))" : nil
    }
    private static func isText(_ event: String) -> Bool { event.allSatisfy { $0.isLowercase || "()".contains($0) } }
}

/// A job made of closures, which logs what happens on the main actor.
struct ReportingJob<Policy: Delivery>: ProgressReportingJob {
    typealias ResultContext = ProgressLog
    let work: @Sendable (JobProgressReporter<String>) async throws -> Void

    init(
        _ policy: Policy.Type = Policy.self,
        work: @escaping @Sendable (JobProgressReporter<String>) async throws -> Void
    ) {
        self.work = work
    }

    static var progressDeliveryInterval: Duration { Policy.interval }
    static func coalesceProgress(_ previous: String, _ next: String) -> String? { Policy.coalesce(previous, next) }

    nonisolated func perform(context: Int, progress: JobProgressReporter<String>) async throws {
        try await work(progress)
    }
    @MainActor func handleProgress(_ progress: String, context: ProgressLog) { context.handle(progress) }
    @MainActor func handleResult(_ result: Result<Void, any Error>, context: ProgressLog) {
        switch result {
        case .success: context.append("success")
        case .failure(is CancellationError): context.append("cancelled")
        case .failure: context.append("failure")
        }
    }
}

/// What reached the main actor, and in how many hops.
@MainActor
final class ProgressLog {
    private(set) var events: [String] = []
    private(set) var batches = 0
    /// The task that handles a batch, until it has ended.
    private var batch: Int?
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var onProgress: (String) -> Void = { _ in }

    nonisolated init() {}

    func handle(_ event: String) {
        let task = withUnsafeCurrentTask { $0!.hashValue }
        if batch != task {
            batches += 1
            batch = task
            // Gets its turn only after the job that the main actor is running now.
            Task { if batch == task { batch = nil } }
        }
        onProgress(event)
        append(event)
    }

    func append(_ event: String) {
        events.append(event)
        let due = waiters.filter { $0.count <= events.count }
        waiters.removeAll { $0.count <= events.count }
        for waiter in due { waiter.continuation.resume() }
    }

    /// Returns the events once there are so many.
    func events(_ count: Int) async -> [String] {
        if events.count < count {
            await withCheckedContinuation { waiters.append((count, $0)) }
        }
        return events
    }
}
