import Dispatch
import Foundation
import Synchronization

/// The system's monotonic time, with a thread of its own that wakes sleepers within some 60 µs.
///
/// `Task.sleep` puts sleepers of about the same time together, and wakes them up to milliseconds late: more than what a
/// scenario is to tell apart.
final class PunctualClock: Clock, Sendable {
    static let shared = PunctualClock()

    struct Instant: InstantProtocol {
        let nanoseconds: UInt64

        func advanced(by duration: Duration) -> Instant {
            let (seconds, attoseconds) = duration.components
            let change = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
            return Instant(nanoseconds: UInt64(max(0, Int64(nanoseconds) + change)))
        }
        func duration(to other: Instant) -> Duration {
            .nanoseconds(Int64(other.nanoseconds) - Int64(nanoseconds))
        }
        static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    }

    private struct Sleeper {
        let deadline: UInt64
        /// With `false` where the sleep was cancelled.
        let wake: @Sendable (Bool) -> Void
    }

    private struct State {
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Cancelled before they slept.
        var cancelled: Set<Int> = []
        /// Until when the thread waits.
        var next = UInt64.max
        var isStarted = false
    }

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds()) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = newID()
        let isDue = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(id, deadline.nanoseconds) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            cancel(id)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        guard isDue else { throw CancellationError() }
    }

    /// Calls `action` on the clock's thread: it must not take long.
    func at(_ nanoseconds: UInt64, _ action: @escaping @Sendable () -> Void) {
        add(newID(), nanoseconds) { _ in action() }
    }

    private func newID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    private func add(_ id: Int, _ deadline: UInt64, _ wake: @escaping @Sendable (Bool) -> Void) {
        let (isCancelled, isEarlier, isFirst) = state.withLock { state in
            if state.cancelled.remove(id) != nil { return (true, false, false) }
            state.sleepers[id] = Sleeper(deadline: deadline, wake: wake)
            let isFirst = !state.isStarted
            state.isStarted = true
            defer { state.next = min(state.next, deadline) }
            return (false, deadline < state.next, isFirst)
        }
        if isCancelled { wake(false) }
        if isFirst { start() } else if isEarlier { changed.signal() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let sleeper = state.sleepers.removeValue(forKey: id) else {
                // Not there yet, or no longer.
                state.cancelled.insert(id)
                return nil
            }
            return sleeper
        }
        sleeper?.wake(false)
    }

    private func start() {
        let thread = Thread { [self] in
            while true {
                let (due, next) = takeDue()
                for sleeper in due { sleeper.wake(true) }
                let now = MonotonicClock.nanoseconds()
                if next == .max {
                    changed.wait()
                } else if next > now {
                    _ = changed.wait(timeout: .now() + .nanoseconds(Int(next - now)))
                }
            }
        }
        thread.name = "scenario clock"
        thread.start()
    }

    private func takeDue() -> (due: [Sleeper], next: UInt64) {
        state.withLock { state in
            let now = MonotonicClock.nanoseconds()
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            state.next = state.sleepers.values.map(\.deadline).min() ?? .max
            return (due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value), state.next)
        }
    }
}
