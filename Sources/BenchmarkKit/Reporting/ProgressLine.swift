import Synchronization

/// The line on standard error that says how far a run is. It rewrites itself, at most ten times a second.
final class ProgressLine: Sendable {
    private let output: any CommandOutput
    private let lastWrite = Mutex<UInt64>(0)
    private static let width = 79

    init(_ output: any CommandOutput) { self.output = output }

    func show(_ progress: RunProgress) {
        let now = MonotonicClock.nanoseconds()
        let isDue = lastWrite.withLock { last in
            guard last == 0 || now - last >= 100_000_000 else { return false }
            last = now
            return true
        }
        if isDue { output.writeError("\r\(Self.text(progress))\u{1B}[K") }
    }

    func clear() { output.writeError("\r\u{1B}[K") }

    /// `[12/60] throughput/serial/backlog=1000 34 s left`, with a long case's name cut.
    static func text(_ progress: RunProgress) -> String {
        let start = "[\(progress.finished + 1)/\(progress.total)] "
        let end = " \(Readable.seconds(progress.secondsLeft)) left"
        let name = progress.current?.description ?? ""
        let room = max(width - start.count - end.count, 1)
        return start + (name.count <= room ? name : name.prefix(room - 1) + "…") + end
    }
}
