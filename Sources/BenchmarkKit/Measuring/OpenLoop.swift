import Foundation

/// Calls on a schedule that nothing delays: a loop that waited for slow service before its next call would hide just the
/// waits that are asked for (coordinated omission).
enum OpenLoop {
    /// Nanoseconds from the return of `begin` to the schedule's beginning.
    private static let lead: UInt64 = 1_000_000

    /// Calls `submit` for every arrival at its time, from a thread of its own.
    ///
    /// The thread is put before all others where the system allows it, and then sleeps to shortly before each
    /// arrival. Where it does not, a thread that slept would come back late on a core that a service keeps busy
    /// (seen: 1 % of the arrivals 0.4 ms late at half load), so it keeps its core by spinning.
    ///
    /// - Parameters:
    ///   - arrivals: Nanoseconds since the schedule's beginning, ascending.
    ///   - begin: Is told at which nanosecond of the clock the schedule begins, before the first call.
    ///   - submit: Takes the arrival's index.
    static func run(
        _ arrivals: [UInt64], begin: @escaping @Sendable (_ origin: UInt64) -> Void,
        submit: @escaping @Sendable (Int) -> Void
    ) async {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let sleeps = goFirst() || ProcessInfo.processInfo.activeProcessorCount == 1
                let origin = MonotonicClock.nanoseconds() + lead
                begin(origin)
                for (index, arrival) in arrivals.enumerated() {
                    if sleeps { wait(until: origin + arrival) } else { BusyLoop.spin(until: origin + arrival) }
                    submit(index)
                }
                continuation.resume()
            }
            thread.name = "arrivals"
            thread.start()
        }
    }

    /// Gives the calling thread real-time priority. Returns whether the system did; it does so for few users.
    private static func goFirst() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_FIFO)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }

    /// Blocks the calling thread to a nanosecond of the clock: sleeps to shortly before, since who sleeps wakes late by some
    /// 60 µs and never the same, and spins for the rest.
    static func wait(until due: UInt64) {
        let now = MonotonicClock.nanoseconds()
        if due > now + 150_000 { sleep(nanoseconds: due - now - 100_000) }
        BusyLoop.spin(until: due)
    }

    /// Blocks the calling thread for at least so long.
    private static func sleep(nanoseconds: UInt64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }
}
