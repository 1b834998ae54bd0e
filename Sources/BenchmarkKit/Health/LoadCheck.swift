import Foundation

/// What others do on this machine.
struct LoadCheck: HealthCheck {
    struct Figures: Hashable {
        /// Of all processors' time in one second: taken by other processes.
        var others: Double
        /// Taken by other virtual machines on the same host.
        var stolen: Double
        /// Over one minute; `nil` where it is not known.
        var load: Double?
        var processors: Int
    }
    let name = "load"

    func examine() async -> HealthFinding {
        guard let before = Self.times() else {
            return HealthFinding(
                .fine, found: "not known: this system has no /proc/stat", meaning: "look yourself, with top or the like"
            )
        }
        let ownBefore = Self.ownSeconds
        try? await Task.sleep(for: .seconds(1))
        guard let after = Self.times() else { return await examine() }
        let all = Double(max(after.total &- before.total, 1))
        let own = (Self.ownSeconds - ownBefore) * Double(sysconf(Int32(_SC_CLK_TCK)))
        return Self.judge(
            Figures(
                others: max(Double(after.busy &- before.busy) - own, 0) / all,
                stolen: Double(after.stolen &- before.stolen) / all, load: Machine.load?.first,
                processors: Machine.cpuCount))
    }

    static func judge(_ figures: Figures) -> HealthFinding {
        var found = "others take \(percent(figures.others)) of the processors now"
        if figures.stolen > 0 { found += ", other virtual machines \(percent(figures.stolen))" }
        if let load = figures.load {
            found += "; load \(Readable.number(load)) on \(figures.processors) over the last minute"
        }
        let isBusy = figures.others > 0.05 || figures.load ?? 0 > 0.5 * Double(figures.processors)
        guard isBusy || figures.stolen > 0.02 else {
            return HealthFinding(.fine, found: found, meaning: "nobody disturbs the measuring")
        }
        return HealthFinding(
            .warning, found: found,
            meaning: "times are longer and spread more; ratios, which are taken within a round, suffer less",
            advice: isBusy
                ? "end what else runs, or wait for it, or give more --rounds"
                : "use a host of your own, or give more --rounds")
    }

    private static func percent(_ share: Double) -> String { Readable.fixed(share * 100, digits: 1) + " %" }

    private static func times() -> ProcessorTimes? {
        (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)).flatMap(ProcessorTimes.init)
    }

    /// Of processor time, of all threads of this process.
    private static var ownSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What all processors together did since the start, in ticks, as the first line of `/proc/stat` has it.
struct ProcessorTimes: Hashable {
    let busy, stolen, total: UInt64

    init?(_ text: String) {
        guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
        // user nice system idle iowait irq softirq steal; the guests' times behind them are in user's already.
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
        guard ticks.count == 8 else { return nil }
        busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
        stolen = ticks[7]
        total = ticks.reduce(0, +)
    }
}
