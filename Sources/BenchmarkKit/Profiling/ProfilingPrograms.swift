import Foundation

/// The programs that profiling needs, none of which the package itself needs.
package enum ProfilingProgram: String, Sendable, CaseIterable {
    case perf, flamegraph, jeprof, dot, swift

    /// What it is for.
    var purpose: String {
        switch self {
        case .perf: "records the processor's time"
        case .flamegraph: "draws that"
        case .jeprof: "reads the heap's profile"
        case .dot: "draws the heap"
        case .swift: "demangles names"
        }
    }

    /// What brings it.
    var remedy: String {
        self == .swift ? "put the Swift toolchain on PATH" : "run scripts/setup.sh --profile"
    }
}

/// Where programs are.
package struct ProgramFinder: Sendable {
    /// Set up by `scripts/setup.sh --profile`, below `.build`.
    static let ownFolder = "profile-tools/bin"
    private let folders: [String]
    private let isExecutable: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - path: As in the variable `PATH`.
    ///   - executable: The program's own file: what is set up beside a build is found from it.
    package init(
        path: String, executable: String,
        isExecutable: @escaping @Sendable (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
    ) {
        var above: [String] = []
        var folder = executable[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            above += ["\(folder)/\(Self.ownFolder)", "\(folder)/.build/\(Self.ownFolder)"]
        }
        // Those first: what is on PATH under the same name may be another program.
        folders = above + path.split(separator: ":").map(String.init)
        self.isExecutable = isExecutable
    }

    /// Of this process.
    package static var current: ProgramFinder {
        ProgramFinder(path: ProcessInfo.processInfo.environment["PATH"] ?? "", executable: ChildProcess.ownPath)
    }

    /// The file, or `nil`.
    package func path(_ program: String) -> String? {
        folders.lazy.map { "\($0)/\(program)" }.first(where: isExecutable)
    }

    /// The files of all of them.
    ///
    /// - Throws: A line that names all that are missing, and what brings them.
    package func paths(_ programs: [ProfilingProgram]) throws(UsageError) -> [ProfilingProgram: String] {
        var found: [ProfilingProgram: String] = [:]
        for program in programs { found[program] = path(program.rawValue) }
        let missing = programs.filter { found[$0] == nil }
        guard !missing.isEmpty else { return found }
        let names = missing.map { "\($0.rawValue) (\($0.purpose))" }.joined(separator: ", ")
        let remedies = RunTable.ordered(missing.map(\.remedy)).joined(separator: "; ")
        throw UsageError("for profiling there is no \(names): \(remedies)")
    }
}
