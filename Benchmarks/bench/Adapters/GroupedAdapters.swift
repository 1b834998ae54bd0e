import BenchmarkKit
import Dispatch
import Foundation
import TaskRunners

struct GroupedFairnessAdapter: GroupedImplementation {
    static let name = "grouped"
    static let keepsOrder = true
    static let takesSeveralGroups = true
    static let takesLimit = true
    static let canSuspend = true
    private let runner: GroupedTaskRunner<Int>

    init(groups: Int, limit: Int) { runner = GroupedTaskRunner(limit: limit) }

    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) {
        runner.run(groups: Set(groups), access: writes ? .write : .read) { operation() }
    }
    func submit(groups: [Int], writes: Bool, suspending operation: @escaping @Sendable () async -> Void) {
        runner.run(groups: Set(groups), access: writes ? .write : .read) { await operation() }
    }
}

/// Everything one after the other.
struct SerialFairnessAdapter: GroupedImplementation {
    static let name = "serial"
    static let keepsOrder = true
    static let takesSeveralGroups = true
    static let takesLimit = false
    private let runner = SerialTaskRunner()

    init(groups: Int, limit: Int) {}

    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { runner.run { operation() } }
}

/// One actor for all, which nobody shares.
struct ActorFairnessAdapter: GroupedImplementation {
    static let name = "actor"
    static let keepsOrder = false
    static let takesSeveralGroups = true
    static let takesLimit = false

    private actor Resource {
        func run(_ operation: @Sendable () -> Void) { operation() }
    }
    private let resource = Resource()

    init(groups: Int, limit: Int) {}

    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) {
        Task { [resource] in await resource.run(operation) }
    }
}

/// A concurrent queue for each group, on which writers are barriers.
struct BarrierFairnessAdapter: GroupedImplementation {
    static let name = "gcd-barrier"
    static let keepsOrder = true
    static let takesSeveralGroups = false
    static let takesLimit = false
    private let queues: [DispatchQueue]

    init(groups: Int, limit: Int) {
        queues = (0..<groups).map { DispatchQueue(label: "bench.group.\($0)", attributes: .concurrent) }
    }

    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) {
        queues[groups[0]].async(flags: writes ? .barrier : [], execute: operation)
    }
}

/// A lock with readers and writers for each group, taken in ascending order by blocks that wait on their threads.
final class LockFairnessAdapter: GroupedImplementation, @unchecked Sendable {
    static let name = "rwlock"
    static let keepsOrder = false
    static let takesSeveralGroups = true
    static let takesLimit = false
    private let locks: UnsafeMutablePointer<pthread_rwlock_t>
    private let count: Int
    private let queue = DispatchQueue(label: "bench.rwlock", attributes: .concurrent)

    init(groups: Int, limit: Int) {
        count = groups
        locks = .allocate(capacity: groups)
        for index in 0..<groups {
            locks.advanced(by: index).initialize(to: pthread_rwlock_t())
            pthread_rwlock_init(locks + index, nil)
        }
    }

    deinit {
        for index in 0..<count { pthread_rwlock_destroy(locks + index) }
        locks.deallocate()
    }

    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            for group in groups {
                _ = writes ? pthread_rwlock_wrlock(locks + group) : pthread_rwlock_rdlock(locks + group)
            }
            operation()
            for group in groups.reversed() { pthread_rwlock_unlock(locks + group) }
        }
    }
}
