import BenchmarkKit
import Dispatch
import Synchronization
import TestSupport

/// Gathers two submissions before it lets them go, so that what happens to them does not depend on timing.
private final class Pair: Sendable {
    typealias Operation = @Sendable () async -> Void
    private let held = Mutex<[Operation]>([])

    func add(_ operation: @escaping Operation) -> [Operation] {
        held.withLock { held in
            held.append(operation)
            guard held.count == 2 else { return [] }
            defer { held = [] }
            return held
        }
    }
}

/// Claims to run one at a time, and starts both of a pair before either goes on from its first suspension.
struct OverlappingRunner: SubmissionImplementation {
    static let name = "overlapping"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .canSuspend]
    private let pair = Pair()
    private let executor = QueueExecutor()

    func submit(_ operation: @escaping @Sendable () -> Void) { submit(suspending: { operation() }) }
    func submit(suspending operation: @escaping @Sendable () async -> Void) {
        let operations = pair.add(operation)
        // From the queue itself, so that neither task runs before both were created.
        executor.queue.async { [executor] in
            for operation in operations {
                Task(executorPreference: executor) { await operation() }
            }
        }
    }
}

/// Claims to keep order, and runs the later one of each pair first.
struct LIFORunner: SubmissionImplementation {
    static let name = "lifo"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder, .canSuspend]
    private let pair = Pair()

    func submit(_ operation: @escaping @Sendable () -> Void) { submit(suspending: { operation() }) }
    func submit(suspending operation: @escaping @Sendable () async -> Void) {
        let operations = pair.add(operation)
        Task { for operation in operations.reversed() { await operation() } }
    }
}

/// Says of the second one of each pair that it has ended, and never runs it.
struct LosingRunner: SubmissionImplementation {
    static let name = "losing"
    static let capabilities: ImplementationCapabilities = [.hasHandle]
    private let pair = Pair()

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        let operations = pair.add { operation() }
        return Task { await operations.first?() }
    }
    func wait(for handle: Task<Void, Never>) async { await handle.value }
}

/// Runs everything twice.
struct RepeatingRunner: SubmissionImplementation {
    static let name = "repeating"
    static let capabilities: ImplementationCapabilities = [.hasHandle]

    func submit(_ operation: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task {
            operation()
            operation()
        }
    }
    func wait(for handle: Task<Void, Never>) async { await handle.value }
}
