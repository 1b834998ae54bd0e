import Synchronization

/// A clock that stands until a test moves it on.
package final class ManualClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration
        package init(offset: Duration) { self.offset = offset }
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var time = Duration.zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        /// Cancelled before they slept.
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { Instant(offset: state.withLock { $0.time }) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let sleeper = Sleeper(id: id, deadline: deadline.offset, continuation: continuation)
                let (result, watchers): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) =
                    state.withLock { state in
                        if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
                        if state.time >= sleeper.deadline { return (.success(()), []) }
                        state.sleepers.append(sleeper)
                        let due = state.watchers.filter { $0.count <= state.sleepers.count }
                        state.watchers.removeAll { $0.count <= state.sleepers.count }
                        return (nil, due.map(\.continuation))
                    }
                if let result { continuation.resume(with: result) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// When those who sleep will be woken, from the clock's beginning.
    package var deadlines: [Duration] { state.withLock { $0.sleepers.map(\.deadline).sorted() } }

    /// Returns once so many sleep.
    package func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count < count { state.watchers.append((count, continuation)) }
                return state.sleepers.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.time += duration
            let due = state.sleepers.filter { $0.deadline <= state.time }
            state.sleepers.removeAll { $0.deadline <= state.time }
            return due
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }
}
