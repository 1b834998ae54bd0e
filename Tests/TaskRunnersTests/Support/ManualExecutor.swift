import Synchronization

/// Holds every job until a test lets it run, on the test's own thread.
///
/// Once `drain()` has returned, whatever could go on has gone on: what has not happened by then waits for
/// something, and a test can say so without waiting itself.
final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let choice: Mutex<SplitMix64?>

    /// - Parameter seed: Picks the next job at random; the oldest is next where `nil`.
    init(seed: UInt64? = nil) {
        choice = Mutex(seed.map { SplitMix64(seed: $0) })
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    var heldJobs: Int { jobs.withLock { $0.count } }

    /// Runs one job up to its next suspension; `false` if there is none.
    @discardableResult
    func runOne() -> Bool {
        let next: UnownedJob? = jobs.withLock { jobs in
            guard !jobs.isEmpty else { return nil }
            let index = choice.withLock { $0?.next(below: jobs.count) ?? 0 }
            return jobs.remove(at: index)
        }
        guard let next else { return false }
        next.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }

    /// Runs jobs, and those that they lead to, until none is held.
    func drain() {
        while runOne() {}
    }
}

/// A small generator with a seed, for tests that must replay (SplitMix64; Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
