import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps whoever calls ``hold()`` on its thread until it is released.
///
/// It waits busily: for a thread that blocks the dispatch library may start another one, and then nothing is held, and the
/// threads no longer take turns in the same way each time.
final class Holder: Sendable {
    /// An implementation that is never held must not hold up the pass.
    private static let patience: UInt64 = 5_000_000_000
    private let isBegun = Atomic<Bool>(false)
    private let isReleased = Atomic<Bool>(false)

    func hold() {
        isBegun.store(true, ordering: .releasing)
        while !isReleased.load(ordering: .acquiring) { sched_yield() }
    }

    /// Waits until somebody is held; whether that came about.
    func isHeld() -> Bool {
        let deadline = MonotonicClock.nanoseconds() + Self.patience
        while !isBegun.load(ordering: .acquiring) {
            guard MonotonicClock.nanoseconds() < deadline else { return false }
            sched_yield()
        }
        return true
    }

    func release() { isReleased.store(true, ordering: .releasing) }
}
