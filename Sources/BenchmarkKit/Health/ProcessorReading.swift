import Foundation

/// What the processors did until now, and what of it was this process.
package struct ProcessorReading: Sendable, Hashable {
    let times: ProcessorTimes
    /// Of processor time, of all threads of this process, in seconds.
    let ownSeconds: Double

    /// `nil` where the system has no `/proc/stat`.
    package static func now() -> ProcessorReading? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8), let times = ProcessorTimes(text)
        else { return nil }
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return ProcessorReading(times: times, ownSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// As shares of all processors' time: what other processes took since an earlier reading, and what other virtual
    /// machines of the same host did.
    ///
    /// - Parameter ticksPerSecond: The unit of `/proc/stat`.
    func shares(
        since earlier: ProcessorReading, ticksPerSecond: Double = Double(sysconf(Int32(_SC_CLK_TCK)))
    ) -> (others: Double, stolen: Double) {
        let all = Double(max(times.total &- earlier.times.total, 1))
        let own = (ownSeconds - earlier.ownSeconds) * ticksPerSecond
        return (
            max(Double(times.busy &- earlier.times.busy) - own, 0) / all,
            Double(times.stolen &- earlier.times.stolen) / all
        )
    }

    /// What disturbs measuring: a twentieth of the processors for other processes, a fiftieth for other machines, which
    /// take it just when it is wanted.
    static func isDisturbing(others: Double, stolen: Double) -> Bool { others > 0.05 || stolen > 0.02 }

    /// What the reader of figures measured since an earlier reading should know; `nil` where nobody disturbed them.
    func remark(since earlier: ProcessorReading) -> String? {
        let (others, stolen) = shares(since: earlier)
        guard Self.isDisturbing(others: others, stolen: stolen) else { return nil }
        return "while this was measured, other processes took \(Readable.percent(others)) of the processors and other"
            + " virtual machines \(Readable.percent(stolen)); ratios suffer less than times, but repeat when it is quieter"
    }
}

/// What all processors together did since the start, in ticks, as the first line of `/proc/stat` has it.
struct ProcessorTimes: Sendable, Hashable {
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
