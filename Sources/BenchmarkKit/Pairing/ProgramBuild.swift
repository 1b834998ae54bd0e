import Foundation
import Synchronization

/// An executable that takes this program's command line: another build of it, or of one made with the same library.
package struct ProgramBuild: MeasuredBuild {
    let path: String
    /// `--suite`, `--filter` and the like, as `run` and `list` take them.
    let selection: [String]
    /// Seconds a case and round; `nil` is the profile's own choice.
    let seconds: Double?
    let allocator: AllocatorChoice
    /// A folder for what the processes write, emptied after each.
    let scratch: String

    private static let listColumns = [
        "case", "suite", "implementation", "parameters", "reference", "rounds", "seconds", "skipped",
    ]

    private var timing: [String] { ["--rounds=1"] + (seconds.map { ["--time=\($0)"] } ?? []) }

    package func list() async throws(UsageError) -> [ListedCase] {
        let outcome = try await run(["list"] + selection + timing + ["--format=csv"], InterruptionFlag())
        guard outcome.status == 0 else { throw complaint(outcome, "cannot list its cases") }
        do {
            return try CSVReader.records(outcome.output, file: path, columns: Self.listColumns).map { record in
                ListedCase(
                    name: record["case"], isReference: record["reference"] == "yes",
                    seconds: try record.double("seconds"), skipReason: record["skipped"])
            }
        } catch {
            throw UsageError("\(path): is no build of this program: \(error)")
        }
    }

    package func measure(
        _ cases: [String], seed: UInt64, countsAllocations: Bool, interruption: InterruptionFlag
    ) async throws(UsageError) -> MeasuredRound? {
        var arguments = ["run"] + selection.filter { !$0.hasPrefix("--filter=") && !$0.hasPrefix("--suite=") }
        arguments += cases.map { "--filter=\(Glob.escaped($0))" } + timing
        arguments += ["--seed=\(seed)", "--output=\(scratch)", "--no-progress", "--format=csv"]
        arguments += allocator == .system ? ["--allocator=system"] : []
        arguments += countsAllocations ? [] : ["--allocations=off"]
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let outcome = try await run(arguments, interruption)
        if interruption.isRequested { return nil }
        switch outcome.status {
        case 0, 4:
            let run = try RecordedRun(path: "\(scratch)/latest")
            return MeasuredRound(results: run.results, environment: run.environment)
        case 2: throw complaint(outcome, "cannot measure")
        default:
            // A crash is that build's, and a result.
            let reason = outcome.wasKilled ? "died of signal \(outcome.status)" : "ended with code \(outcome.status)"
            return MeasuredRound(
                results: cases.map {
                    CaseResult(BenchmarkCase(name: $0), isReference: false, status: .failed("the program \(reason)"))
                }, environment: nil)
        }
    }

    private func complaint(_ outcome: Outcome, _ what: String) -> UsageError {
        let lines = String(decoding: outcome.errors, as: UTF8.self).split(separator: "\n")
        return UsageError("\(path): \(what): \(lines.last ?? "it ended with code \(outcome.status)")")
    }

    // MARK: Processes

    private struct Outcome: Sendable {
        let status: Int32
        let wasKilled: Bool
        let output, errors: Data
    }

    private func run(_ arguments: [String], _ interruption: InterruptionFlag) async throws(UsageError) -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in continuation.finish() }
        do { try process.run() } catch {
            throw UsageError("\(path): cannot be started: \((error as NSError).localizedDescription)")
        }
        let box = ProcessBox(process)
        // Both at once: a pipe that is not read stops its writer.
        async let outputData = Self.read(output.fileHandleForReading)
        async let errorData = Self.read(errors.fileHandleForReading)
        let watch = Task {
            while !Task.isCancelled, !interruption.isRequested { try? await Task.sleep(for: .milliseconds(50)) }
            if interruption.isRequested { box.terminate() }
        }
        for await _ in ends {}
        watch.cancel()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
            output: await outputData, errors: await errorData)
    }

    private static func read(_ handle: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: (try? handle.readToEnd()) ?? Data()) }
            thread.start()
        }
    }

    /// `Process` may be told to end from any thread.
    private final class ProcessBox: @unchecked Sendable {
        private let process: Process
        init(_ process: Process) { self.process = process }
        func terminate() { if process.isRunning { process.terminate() } }
    }
}
