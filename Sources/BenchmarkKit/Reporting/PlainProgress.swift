/// A line for each suite that has ended, where there is no terminal to rewrite: for logs.
struct PlainProgress: ProgressView {
    private let output: any CommandOutput
    /// The program's, as its messages begin with.
    private let name: String

    init(_ output: any CommandOutput, name: String) {
        self.output = output
        self.name = name
    }

    func show(_ progress: RunProgress) {
        if progress.endsSuite { output.writeError("\(name): \(Self.line(progress))\n") }
    }

    func clear() {}

    /// `throughput: suite 1 of 7, 60 of 234 cases, 1 min 20 s left`.
    static func line(_ progress: RunProgress) -> String {
        let (name, index, count) = progress.suite
        return "\(name): suite \(index) of \(count), \(progress.finished) of \(progress.total) cases, "
            + "\(Readable.seconds(progress.secondsLeft)) left"
    }
}
