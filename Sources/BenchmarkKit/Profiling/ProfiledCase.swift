import Foundation

/// The one case that is profiled, and the child process that runs nothing but its measuring body.
struct ProfiledCase {
    /// Tells a child how many seconds to run.
    static let mark = "BENCH_PROFILED_SECONDS"
    /// Tells a child in which folder to run: its allocator writes there.
    static let folderMark = "BENCH_PROFILED_FOLDER"
    let planned: PlannedCase
    let options: SuiteOptions

    /// - Parameter pattern: A case's whole name, or a glob that matches one alone.
    /// - Throws: A line that names what else it matches, or where the case is.
    init(_ pattern: String, suites: [any BenchmarkSuite], options: SuiteOptions) throws(UsageError) {
        let cases = suites.flatMap { $0.cases(options) }
        let glob = Glob(pattern)
        let names = cases.map(\.benchmarkCase.description)
        let matching = names.contains(pattern) ? [pattern] : names.filter(glob.matches)
        guard let name = matching.first, let planned = cases.first(where: { $0.benchmarkCase.description == name })
        else {
            throw Self.unknown(pattern, suites: suites, options: options)
        }
        guard matching.count == 1 else {
            let more = matching.count > 5 ? " and \(matching.count - 5) more" : ""
            throw UsageError(
                "'\(pattern)' matches \(matching.count) cases, and one is profiled at a time: "
                    + matching.prefix(5).joined(separator: ", ") + more)
        }
        if let reason = planned.skipReason { throw UsageError("\(name) is never run: its implementation \(reason)") }
        self.planned = planned
        self.options = options
    }

    private static func unknown(
        _ pattern: String, suites: [any BenchmarkSuite], options: SuiteOptions
    ) -> UsageError {
        let glob = Glob(pattern)
        for profile in BenchmarkProfile.allCases where profile != .tiny && profile != options.profile {
            var other = options
            other.profile = profile
            let names = suites.flatMap { $0.cases(other) }.map(\.benchmarkCase.description)
            if names.contains(pattern) || names.contains(where: glob.matches) {
                return UsageError(
                    "'\(pattern)' is a case of another profile: add --profile \(profile.rawValue)")
            }
        }
        return .unknown(
            "case", pattern, among: suites.flatMap { $0.cases(options) }.map(\.benchmarkCase.description),
            hint: "it must match the whole name, as '*\(pattern)*' would; see 'list'")
    }

    var name: String { planned.benchmarkCase.description }

    /// A file name: letters, digits and `.`, `-`, `_`, `=`; the rest is `_`.
    var folderName: String { Self.folderName(name) }

    static func folderName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_=".contains($0)) ? $0 : "_" })
    }

    // MARK: The child

    /// The seconds to run, in a child.
    static var secondsAsChild: Double? { ProcessInfo.processInfo.environment[mark].flatMap(Double.init) }

    /// Goes where the parent wants it to be, if it does.
    static func enterFolder() throws(UsageError) {
        guard let folder = ProcessInfo.processInfo.environment[folderMark] else { return }
        guard FileManager.default.changeCurrentDirectoryPath(folder) else {
            throw UsageError("\(folder): cannot go to this folder")
        }
    }

    /// Runs the measuring body again and again.
    ///
    /// - Parameter now: In nanoseconds.
    /// - Throws: Why the case has failed.
    func run(
        seconds: Double, now: () -> UInt64 = MonotonicClock.nanoseconds
    ) async throws(UsageError) {
        let deadline = now() + UInt64(seconds * 1e9)
        var round = 0
        repeat {
            let context = RoundContext(
                round: round, isWarmUp: false, seed: SeededGenerator.mix(UInt64(round)),
                seconds: min(planned.secondsPerRound(options), seconds))
            do { _ = try await planned.measure(context) } catch { throw UsageError("\(name) failed: \(error)") }
            round += 1
        } while now() < deadline
    }
}
