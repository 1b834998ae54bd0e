import Foundation

/// The programs that profiling needs, none of which the package itself needs.
package enum ProfilingProgram: String, Sendable, CaseIterable {
    case perf, flamegraph, jeprof, dot, swift

    /// What it is for.
    var purpose: String {
        switch self {
        case .perf: "records where the processor's time goes"
        case .flamegraph: "draws it"
        case .jeprof: "reads the allocator's profile"
        case .dot: "draws it"
        case .swift: "gives mangled names back as people know them"
        }
    }

    /// What brings it.
    var remedy: String {
        self == .swift ? "put the Swift toolchain on PATH" : "run scripts/setup.sh --profile, which installs it"
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
        guard let first = missing.first else { return found }
        let names = missing.map { "'\($0.rawValue)', which \($0.purpose)" }.joined(separator: ", and ")
        throw UsageError("profiling needs \(names): \(first.remedy)")
    }
}
