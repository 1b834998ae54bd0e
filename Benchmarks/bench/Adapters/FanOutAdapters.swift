import BenchmarkKit
import Synchronization
import TaskRunners

/// All at once: what a task group does by itself.
enum UnboundedGroupAdapter: FanOutImplementation {
    static let name = "unbounded-group"
    static let isBounded = false

    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        await withDiscardingTaskGroup { group in
            for index in 0..<count { group.addTask { await body(index) } }
        }
    }
}

enum ConcurrentForEachAdapter: FanOutImplementation {
    static let name = "for-each"
    static let isBounded = true

    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async throws {
        try await (0..<count).concurrentForEach(limit: limit) { await body($0) }
    }
}

/// A child for every element at once, each of which waits for one of so many permits of an actor.
enum SemaphoreActorAdapter: FanOutImplementation {
    static let name = "semaphore-actor"
    static let isBounded = true

    private actor Semaphore {
        private var permits: Int
        private var waiters: [CheckedContinuation<Void, Never>] = []
        private var next = 0

        init(_ permits: Int) { self.permits = permits }

        func wait() async {
            if permits > 0 {
                permits -= 1
            } else {
                await withCheckedContinuation { waiters.append($0) }
            }
        }
        func signal() {
            if next < waiters.count {
                waiters[next].resume()
                next += 1
            } else {
                permits += 1
            }
        }
    }

    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
        let semaphore = Semaphore(limit)
        await withDiscardingTaskGroup { group in
            for index in 0..<count {
                group.addTask {
                    await semaphore.wait()
                    await body(index)
                    await semaphore.signal()
                }
            }
        }
    }
}
