import Dispatch
import Foundation
import Synchronization

/// Asks again and again how long something else must wait for the main actor: what the rest of an app feels.
final class MainActorProbe: Sendable {
    private static let period = 0.0002
    private let waits = Mutex(LatencyHistogram())
    private let isEnded = Atomic<Bool>(false)

    init() {
        let thread = Thread { [self] in
            repeat {
                ask()
                Thread.sleep(forTimeInterval: Self.period)
            } while !isEnded.load(ordering: .relaxed)
        }
        thread.name = "main actor probe"
        thread.start()
    }

    private func ask() {
        let asked = MonotonicClock.nanoseconds()
        DispatchQueue.main.async { [self] in
            let wait = MonotonicClock.nanoseconds() - asked
            waits.withLock { $0.record(wait) }
        }
    }

    /// The waits so far, at least one.
    func end() async -> LatencyHistogram {
        isEnded.store(true, ordering: .relaxed)
        ask()
        // Behind that one.
        await Task { @MainActor in }.value
        return waits.withLock { $0 }
    }
}
