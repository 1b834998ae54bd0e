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
        guard let before = ProcessorReading.now() else {
            return HealthFinding(
                .fine, found: "not known: this system has no /proc/stat", meaning: "look yourself, with top or the like"
            )
        }
        try? await Task.sleep(for: .seconds(1))
        guard let after = ProcessorReading.now() else { return await examine() }
        let (others, stolen) = after.shares(since: before)
        return Self.judge(
            Figures(others: others, stolen: stolen, load: Machine.load?.first, processors: Machine.cpuCount))
    }

    static func judge(_ figures: Figures) -> HealthFinding {
        var found = "others take \(Readable.percent(figures.others)) of the processors now"
        if figures.stolen > 0 { found += ", other virtual machines \(Readable.percent(figures.stolen))" }
        if let load = figures.load {
            found += "; load \(Readable.number(load)) on \(figures.processors) over the last minute"
        }
        let isBusy =
            ProcessorReading.isDisturbing(others: figures.others, stolen: 0)
            || figures.load ?? 0 > 0.5 * Double(figures.processors)
        guard isBusy || ProcessorReading.isDisturbing(others: 0, stolen: figures.stolen) else {
            return HealthFinding(.fine, found: found, meaning: "nobody disturbs the measuring")
        }
        return HealthFinding(
            .warning, found: found,
            meaning: "times are longer and spread more; ratios, which are taken within a round, suffer less",
            advice: isBusy
                ? "end what else runs, or wait for it, or give more --rounds"
                : "use a host of your own, or give more --rounds")
    }
}
