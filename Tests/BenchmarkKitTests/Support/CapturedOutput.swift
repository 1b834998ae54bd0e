import BenchmarkKit
import Synchronization

/// Keeps what a command writes.
final class CapturedOutput: CommandOutput {
    private let texts = Mutex((output: "", error: ""))
    let errorIsTerminal: Bool

    init(errorIsTerminal: Bool = false) { self.errorIsTerminal = errorIsTerminal }

    var output: String { texts.withLock { $0.output } }
    var error: String { texts.withLock { $0.error } }
    func writeOutput(_ text: String) { texts.withLock { $0.output += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
}
