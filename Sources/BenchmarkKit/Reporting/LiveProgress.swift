import Synchronization

/// Shows those who wait for a run how far it is.
protocol ProgressView: Sendable {
    func show(_ progress: RunProgress)
    /// The run has ended: what shall not stay goes.
    func clear()
}

/// Two lines on a terminal that rewrite themselves, at most ten times a second.
final class LiveProgress: ProgressView {
    static let width = 79
    private static let barWidth = 20
    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    private let output: any CommandOutput
    private let now: @Sendable () -> UInt64
    private let lastWrite = Mutex<UInt64?>(nil)

    /// - Parameter now: In nanoseconds.
    init(_ output: any CommandOutput, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds() }) {
        self.output = output
        self.now = now
    }

    func show(_ progress: RunProgress) {
        let (isDue, isFirst) = lastWrite.withLock { [now] last in
            // Under the lock: else another's could be later than this one.
            let now = now()
            let isFirst = last == nil
            guard isFirst || now - (last ?? 0) >= 100_000_000 else { return (false, false) }
            last = now
            return (true, isFirst)
        }
        guard isDue else { return }
        // The cursor stays behind the second line.
        let start = isFirst ? "" : "\r\u{1B}[A"
        output.writeError(start + Self.lines(progress).map { "\r\($0)\u{1B}[K" }.joined(separator: "\n"))
    }

    func clear() {
        guard lastWrite.withLock({ $0 != nil }) else { return }
        output.writeError("\r\u{1B}[K\u{1B}[A\r\u{1B}[K")
    }

    /// ```
    /// throughput 1/7  ████████▌░░░░░░░░░░░  42 %  case 26/60  1 min 20 s left
    ///   serial/producers=1,backlog=1000,body=empty       last: grouped 812 ns, 1.23×
    /// ```
    static func lines(_ progress: RunProgress) -> [String] {
        let (name, index, count) = progress.suite
        let percent = "\(Int((progress.shareDone * 100).rounded()))"
        let end =
            "  \(bar(progress.shareDone))  \(String(repeating: " ", count: 3 - percent.count))\(percent) %"
            + "  case \(min(progress.finished + 1, progress.total))/\(progress.total)"
            + "  \(Readable.seconds(progress.secondsLeft)) left"
        let place = " \(index)/\(count)"
        let first = cut(name, to: width - place.count - end.count) + place + end

        let measured = progress.current.map { "  \($0.implementation)/\($0.parameterText)" } ?? ""
        guard let last = progress.last else { return [first, cut(measured, to: width)] }
        let ratio = last.ratio.map { ", \(Readable.ratio($0))" } ?? ""
        let figures = " \(Readable.value(last.median, unit: last.unit))\(ratio)"
        let told = "  last: " + cut(last.implementation, to: width / 2 - 8 - figures.count) + figures
        let shown = cut(measured, to: width - told.count)
        return [first, shown + String(repeating: " ", count: width - told.count - shown.count) + told]
    }

    /// In eighths of a character.
    static func bar(_ share: Double) -> String {
        let eighths = Int(min(max(share, 0), 1) * Double(barWidth * 8))
        let filled = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return filled + String(repeating: "░", count: barWidth - filled.count)
    }

    private static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : text.prefix(max(width - 1, 0)) + "…"
    }
}
