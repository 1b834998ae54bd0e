import BenchmarkKit
import Dispatch
import Foundation

/// `async` on a serial queue. No handle.
struct SerialQueueAdapter: SubmissionImplementation {
    static let name = "gcd-serial"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    private let queue = DispatchQueue(label: "bench.serial")

    func submit(_ operation: @escaping @Sendable () -> Void) { queue.async(execute: operation) }
}

/// Barriers on a concurrent queue: every operation writes. No handle.
struct BarrierQueueAdapter: SubmissionImplementation {
    static let name = "gcd-barrier"
    static let capabilities: ImplementationCapabilities = [.isExclusive, .keepsOrder]
    private let queue = DispatchQueue(label: "bench.barrier", attributes: .concurrent)

    func submit(_ operation: @escaping @Sendable () -> Void) {
        queue.async(flags: .barrier, execute: operation)
    }
}

/// One at a time. The handle is the operation itself.
struct OperationQueueAdapter: SubmissionImplementation {
    static let name = "operation-queue"
    // No `hasHandle`: an `Operation` can be awaited only by blocking a thread.
    static let capabilities: ImplementationCapabilities = [.canCancel, .isExclusive, .keepsOrder]
    private let queue: OperationQueue

    init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
    }

    func submit(_ operation: @escaping @Sendable () -> Void) { queue.addOperation(operation) }
}
