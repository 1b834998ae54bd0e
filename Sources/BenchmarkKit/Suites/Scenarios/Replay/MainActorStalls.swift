import Dispatch
import Foundation
import Synchronization

/// How often, and how long at most, the main actor did not answer: what makes an app's scrolling stutter.
struct MainActorStalls: Sendable, Hashable {
    /// Half a frame at 60 Hz: whoever takes longer makes the app miss one.
    static let threshold: UInt64 = 8_000_000

    /// Waits longer than the threshold.
    private(set) var count = 0
    private(set) var longest: UInt64 = 0

    mutating func record(_ nanoseconds: UInt64) {
        if nanoseconds > Self.threshold { count += 1 }
        longest = max(longest, nanoseconds)
    }
}

/// Asks the main actor again and again, a millisecond after its last answer: so that one stall is one wait, of which at
/// most that millisecond is missing.
final class MainActorStallProbe: Sendable {
    private let stalls = Mutex(MainActorStalls())
    private let isEnded = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)
    private let asked = Atomic<Int>(0)

    /// How many times it has asked so far.
    var questions: Int { asked.load(ordering: .acquiring) }

    init() {
        let thread = Thread { [self] in
            while !isEnded.load(ordering: .relaxed) {
                ask()
                Thread.sleep(forTimeInterval: 0.001)
            }
            ended.signal()
        }
        thread.name = "main actor stalls"
        thread.start()
    }

    private func ask() {
        let start = MonotonicClock.nanoseconds()
        let answered = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { answered.signal() }
        asked.add(1, ordering: .releasing)
        answered.wait()
        let wait = MonotonicClock.nanoseconds() - start
        stalls.withLock { $0.record(wait) }
    }

    /// What there was so far.
    func end() async -> MainActorStalls {
        isEnded.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                ended.wait()
                continuation.resume()
            }
        }
        return stalls.withLock { $0 }
    }
}
