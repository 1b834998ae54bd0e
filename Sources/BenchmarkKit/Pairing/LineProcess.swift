import Foundation

/// A running program that is talked with in lines.
final class LineProcess: Sendable {
    private let process: ProcessBox
    private let lines: AsyncStream<String>
    private let lastError: Task<String?, Never>
    private let watch: Task<Void, Never>
    private let ends: AsyncStream<Void>

    /// - Parameter interruption: Ends the program when requested.
    /// - Throws: `UsageError` where it cannot be started.
    init(_ path: String, _ arguments: [String], _ interruption: InterruptionFlag) throws(UsageError) {
        // It may end between a look at it and a line to it: that is an error of the line, not the end of us.
        signal(SIGPIPE, SIG_IGN)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in continuation.finish() }
        do { try process.run() } catch {
            throw UsageError("\(path): cannot be started: \((error as NSError).localizedDescription)")
        }
        let box = ProcessBox(process, input.fileHandleForWriting)
        self.process = box
        self.ends = ends
        lines = LineReader.lines(of: output.fileHandleForReading)
        let complaints = LineReader.lines(of: errors.fileHandleForReading)
        lastError = Task {
            var last: String?
            for await line in complaints where !line.isEmpty { last = line }
            return last
        }
        watch = Task {
            while !Task.isCancelled, !interruption.isRequested { try? await Task.sleep(for: .milliseconds(50)) }
            if interruption.isRequested { box.terminate() }
        }
    }

    deinit { end() }

    /// To a program that has ended nothing is written.
    func write(_ line: String) { process.write(line) }

    /// The next of its standard output; `nil` at the end of it.
    func nextLine() async -> String? {
        for await line in lines { return line }
        return nil
    }

    /// Waits for its end.
    ///
    /// - Returns: How it ended, `nil` where that was well, and the last line of its standard error.
    func ending() async -> (how: String?, complaint: String?) {
        for await _ in ends {}
        watch.cancel()
        return (process.ending, await lastError.value)
    }

    /// Kills it where it has not ended.
    func end() {
        watch.cancel()
        process.close()
        process.terminate()
    }
}

/// `Process` may be told to end from any thread; its input is written by one caller at a time.
private final class ProcessBox: @unchecked Sendable {
    private let process: Process
    private let input: FileHandle

    init(_ process: Process, _ input: FileHandle) {
        self.process = process
        self.input = input
    }

    func write(_ line: String) { try? input.write(contentsOf: Data(line.utf8)) }
    func close() { try? input.close() }

    /// Not with a polite signal: what is started by a thread of the pool inherits that it takes none.
    func terminate() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// `nil` where it ended with code 0.
    var ending: String? {
        process.waitUntilExit()
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal { return "died of signal \(status)" }
        return status == 0 ? nil : "ended with code \(status)"
    }
}
