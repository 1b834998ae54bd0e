/// How fine the clock is, and what a reading costs.
struct ClockCheck: HealthCheck {
    struct Figures: Hashable {
        /// Nanoseconds: the smallest step between two readings that differ.
        var resolution: Double
        /// Nanoseconds a reading.
        var cost: Double
        var goesBack = false
    }
    let name = "clock"

    func examine() async -> HealthFinding { Self.judge(Self.measure()) }

    private static func measure() -> Figures {
        let count = 100_000
        var last = MonotonicClock.nanoseconds()
        let start = last
        var (step, goesBack) = (UInt64.max, false)
        for _ in 0..<count {
            let now = MonotonicClock.nanoseconds()
            if now < last { goesBack = true } else if now > last { step = min(step, now - last) }
            last = now
        }
        let total = Double(last &- start)
        return Figures(
            resolution: step == .max ? total : Double(step), cost: total / Double(count), goesBack: goesBack)
    }

    static func judge(_ figures: Figures) -> HealthFinding {
        let found =
            "steps of \(Readable.value(figures.resolution, unit: "ns")),"
            + " \(Readable.value(figures.cost, unit: "ns")) a reading"
        if figures.goesBack {
            return HealthFinding(
                .problem, found: "the monotonic clock goes back", meaning: "every time measured may be wrong",
                advice: "choose another clock source: see /sys/devices/system/clocksource/clocksource0")
        }
        // Samples last 200 µs at least: a thousand steps, or readings, of 200 ns.
        guard figures.resolution <= 200, figures.cost <= 200 else {
            return HealthFinding(
                .warning, found: found,
                meaning:
                    "latencies, which take a reading or two each, are too long by that; times an operation are not:"
                    + " they are taken over many",
                advice: "see whether another clock source is there, such as tsc, in"
                    + " /sys/devices/system/clocksource/clocksource0")
        }
        return HealthFinding(
            .fine, found: found, meaning: "of no account beside samples of 200 µs and latencies of microseconds")
    }
}
