import Foundation

/// On how many processors this process may run.
struct CoresCheck: HealthCheck {
    struct Figures: Hashable {
        /// That are there.
        var processors: Int
        /// That this process may use.
        var allowed: Int
        /// How many processors' time it gets; `nil` is no limit.
        var quota: Double?
    }
    let name = "cores"

    func examine() async -> HealthFinding {
        let limit = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8)
        return Self.judge(
            Figures(
                processors: ProcessInfo.processInfo.processorCount,
                allowed: ProcessorAffinity.allowedCount ?? Machine.cpuCount, quota: limit.flatMap(Self.quota)))
    }

    /// Linux's `cpu.max`: microseconds of time in each period, or `max`, and the period.
    static func quota(_ text: String) -> Double? {
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], period > 0 else { return nil }
        return time / period
    }

    static func judge(_ figures: Figures) -> HealthFinding {
        let found = "\(figures.allowed) of \(figures.processors) processors may be used"
        if let quota = figures.quota, quota < Double(figures.allowed) {
            return HealthFinding(
                .warning, found: "\(found), but only \(Readable.number(quota)) processors' time",
                meaning: "the process is stopped again and again when that is used up, which looks like latency",
                advice: "lift the container's limit, or allow as few processors as it grants the time of")
        }
        guard figures.allowed > 1 else {
            return HealthFinding(
                .warning, found: found,
                meaning:
                    "producers and runners take turns: what contention costs is not seen, nor what a second core gives",
                advice: "allow at least two processors, by taskset or the container's settings")
        }
        return HealthFinding(
            .fine, found: found,
            meaning: figures.allowed < 4
                ? "contention is seen between \(figures.allowed) threads; cases with more producers share them"
                : "contention is seen as it is")
    }
}
