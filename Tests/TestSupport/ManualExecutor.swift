import Dispatch
import Synchronization

/// Holds every job until a test lets it run, on the test's own thread.
///
/// Once `drain()` has returned, whatever could go on has gone on: what has not happened by then waits for
/// something, and a test can say so without waiting itself.
package final class ManualExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isFree = false
    }

    private let state = Mutex(State())
    private let choice: Mutex<SplitMix64?>

    /// - Parameter seed: Picks the next job at random; the oldest is next where `nil`.
    package init(seed: UInt64? = nil) {
        choice = Mutex(seed.map { SplitMix64(seed: $0) })
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFree = state.withLock { state in
            if !state.isFree { state.jobs.append(job) }
            return state.isFree
        }
        if isFree { dispatch(job) }
    }

    /// Lets go of all jobs, held and to come: they run on other threads as they please.
    package func setFree() {
        let held = state.withLock { state in
            state.isFree = true
            return exchange(&state.jobs, with: [])
        }
        for job in held { dispatch(job) }
    }

    private func dispatch(_ job: UnownedJob) {
        DispatchQueue.global().async { self.run(job) }
    }

    private func run(_ job: UnownedJob) {
        let outer = Self.current.value
        Self.current.value = self
        job.runSynchronously(on: asUnownedTaskExecutor())
        Self.current.value = outer
    }

    /// Whether the calling thread runs a job of this executor.
    package var isCurrent: Bool { Self.current.value === self }
    private static let current = ThreadLocal<ManualExecutor>()

    package var heldJobs: Int { state.withLock { $0.jobs.count } }

    /// Runs one job up to its next suspension; `false` if there is none.
    @discardableResult
    package func runOne() -> Bool {
        let next: UnownedJob? = state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let index = choice.withLock { $0?.next(below: state.jobs.count) ?? 0 }
            return state.jobs.remove(at: index)
        }
        guard let next else { return false }
        run(next)
        return true
    }

    /// Runs jobs, and those that they lead to, until none is held.
    package func drain() {
        while runOne() {}
    }
}

/// A small generator with a seed, for tests that must replay (SplitMix64; Steele, Lea and Flood, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
