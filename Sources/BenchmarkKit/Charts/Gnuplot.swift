import Foundation

/// The gnuplot program.
package struct Gnuplot: Sendable {
    let program: String

    /// The first of `PATH`.
    package static func find(
        path: String? = ProcessInfo.processInfo.environment["PATH"]
    ) throws(UsageError) -> Gnuplot {
        for folder in (path ?? "").split(separator: ":") {
            let program = "\(folder)/gnuplot"
            if FileManager.default.isExecutableFile(atPath: program) { return Gnuplot(program: program) }
        }
        throw UsageError("gnuplot is not installed; 'scripts/setup.sh --charts' installs it")
    }

    /// Runs a script with these arguments, `ARG1` and so on there.
    func run(script: String, _ arguments: [String]) throws(UsageError) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-c", script] + arguments
        // A person's own set-up would change the charts, and so would a locale's decimals.
        var environment = ProcessInfo.processInfo.environment
        environment["LC_ALL"] = "C.UTF-8"
        environment["HOME"] = "/nonexistent"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        let text: String
        do {
            try process.run()
            text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
        } catch {
            throw UsageError("\(program) cannot be run: \(error.localizedDescription)")
        }
        guard process.terminationStatus == 0 else {
            let line = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no reason given"
            throw UsageError("gnuplot could not draw \(script): \(line.trimmingCharacters(in: .whitespaces))")
        }
    }
}
