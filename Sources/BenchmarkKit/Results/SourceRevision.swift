import Foundation

/// The commit of the tree that the program was built from.
package struct SourceRevision: Sendable, Hashable {
    /// The full commit, or `unknown`.
    package let commit: String
    /// Whether files differ from the commit; `nil` where that is not known.
    package let isDirty: Bool?

    package static let unknown = SourceRevision(commit: "unknown", isDirty: nil)

    /// Of the checkout that holds the running program, as a package's build folder does, or else of the current folder.
    package static func current() -> SourceRevision {
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let revision = program.map { current(folder: $0.path) } ?? .unknown
        return revision == .unknown ? current(folder: FileManager.default.currentDirectoryPath) : revision
    }

    /// Asks `git` about `folder`; `unknown` where there is no `git` or no repository.
    package static func current(folder: String) -> SourceRevision {
        guard let commit = git(["rev-parse", "HEAD"], in: folder), !commit.isEmpty else { return .unknown }
        return SourceRevision(commit: commit, isDirty: git(["status", "--porcelain"], in: folder).map { !$0.isEmpty })
    }

    /// Standard output without surrounding white space; `nil` of a failure.
    private static func git(_ arguments: [String], in folder: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "--no-optional-locks", "-C", folder] + arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            return nil
        }
    }
}
