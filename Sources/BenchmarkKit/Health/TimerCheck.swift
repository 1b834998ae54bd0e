#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How late a thread wakes that slept.
struct TimerCheck: HealthCheck {
    private static let slept: UInt64 = 100_000
    let name = "timer slack"

    func examine() async -> HealthFinding {
        let overshoots = (0..<300).map { _ in
            let start = MonotonicClock.nanoseconds()
            var time = timespec(tv_sec: 0, tv_nsec: Int(Self.slept))
            nanosleep(&time, nil)
            return Double(MonotonicClock.nanoseconds() - start) - Double(Self.slept)
        }
        return Self.judge(overshoots)
    }

    /// - Parameter overshoots: Nanoseconds beyond those asked for.
    static func judge(_ overshoots: [Double]) -> HealthFinding {
        let sorted = overshoots.sorted()
        let median = Percentile.value(0.5, ofSorted: sorted)
        let late = Percentile.value(0.99, ofSorted: sorted)
        let found =
            "a sleep of 100 µs lasts \(Readable.value(median, unit: "ns")) longer,"
            + " \(Readable.value(late, unit: "ns")) at the 99th percentile"
        // Linux's own slack is 50 µs.
        guard median <= 150_000, late <= 2_000_000 else {
            return HealthFinding(
                .warning, found: found,
                meaning: "sleeping bodies, intervals and wake-ups are late by that; latency's percentiles show it",
                advice: "look at load; in a virtual machine, at its host's")
        }
        return HealthFinding(
            .fine, found: found, meaning: "sleeping bodies and intervals are longer by that, for all alike")
    }
}
