/// Whether the same work takes the same time, for five seconds.
struct DriftCheck: HealthCheck {
    let name = "drift"

    func examine() async -> HealthFinding {
        let iterations = Self.calibrate()
        let deadline = MonotonicClock.nanoseconds() + 5_000_000_000
        var windows: [Double] = []
        while MonotonicClock.nanoseconds() < deadline { windows.append(Self.window(iterations)) }
        return Self.judge(windows)
    }

    /// How many iterations take some ten milliseconds.
    private static func calibrate() -> Int {
        let tried = 1_000_000
        return max(Int(10e6 / (window(tried) / Double(tried))), tried)
    }

    /// Nanoseconds of so many iterations, each of which needs the one before.
    private static func window(_ iterations: Int) -> Double {
        let start = MonotonicClock.nanoseconds()
        var value: UInt64 = start
        for _ in 0..<iterations { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
        OpaqueSink.consume(value)
        return Double(MonotonicClock.nanoseconds() - start)
    }

    /// - Parameter windows: Nanoseconds of the same work, again and again.
    static func judge(_ windows: [Double]) -> HealthFinding {
        let sorted = windows.sorted()
        let median = Percentile.value(0.5, ofSorted: sorted)
        guard windows.count >= 10, median > 0 else {
            return HealthFinding(
                .warning, found: "only \(windows.count) windows fitted into five seconds",
                meaning: "the machine stood still in between; no figure from it can be relied on",
                advice: "see what else runs here")
        }
        let spread = (Percentile.value(0.9, ofSorted: sorted) - Percentile.value(0.1, ofSorted: sorted)) / median
        let part = max(windows.count / 5, 1)
        let trend = Percentile.median(windows.suffix(part)) / Percentile.median(Array(windows.prefix(part))) - 1
        let found =
            "the same work's time spreads by \(Readable.percent(spread)) (10th to 90th percentile) and ends"
            + " \(Readable.percent(abs(trend))) \(trend < 0 ? "faster" : "slower") than it began"
        if abs(trend) > 0.03 {
            return HealthFinding(
                .warning, found: found,
                meaning: "the processors' speed changes; what is measured at other times is not comparable, what is"
                    + " measured in one round is",
                advice: "compare builds by ratios of interleaved rounds; let the machine warm up or cool down before")
        }
        if spread > 0.05 {
            return HealthFinding(
                .warning, found: found,
                meaning: "others disturb the measuring; rounds will spread by as much, and small changes not be seen",
                advice: "end what else runs, or give more --rounds")
        }
        return HealthFinding(.fine, found: found, meaning: "the processors' speed is steady")
    }
}
