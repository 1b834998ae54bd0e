import Foundation

/// A program that is run to its end.
struct ChildProcess {
    /// This program's own file.
    static var ownPath: String {
        #if os(Linux)
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        #else
            Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    let code: Int32
    let output: String
    let error: String

    /// The last line that it wrote to standard error, as its reason.
    var reason: String {
        error.split(whereSeparator: \.isNewline).last.map(String.init) ?? "exit code \(code)"
    }

    /// - Parameters:
    ///   - environment: Added to this process's.
    ///   - input: Its standard input.
    ///   - folder: For files that are gone when this returns: pipes would need a thread each to be read.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = "",
        in folder: String
    ) throws(UsageError) -> ChildProcess {
        let files = ["in", "out", "err"].map { URL(fileURLWithPath: "\(folder)/child.\($0)") }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        do {
            try Data(input.utf8).write(to: files[0])
            for file in files[1...] { try Data().write(to: file) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: files[0])
            process.standardOutput = try FileHandle(forWritingTo: files[1])
            process.standardError = try FileHandle(forWritingTo: files[2])
            try process.run()
            process.waitUntilExit()
            return ChildProcess(
                code: process.terminationStatus,
                output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
                error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
        } catch {
            throw UsageError("\(path) could not be run: \(error.localizedDescription)")
        }
    }

    /// As ``run(_:_:environment:input:in:)``, and an error where it ends with another code than 0.
    static func check(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = "",
        in folder: String
    ) throws(UsageError) -> ChildProcess {
        let child = try run(path, arguments, environment: environment, input: input, in: folder)
        guard child.code == 0 else {
            throw UsageError("\(path.split(separator: "/").last ?? "") failed: \(child.reason)")
        }
        return child
    }
}
