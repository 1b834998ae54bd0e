#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `results/<run id>/` with `summary.csv`, `samples.csv` and `environment.json`, and `results/latest`, a link to the
/// last one.
package struct ResultsFolder: Sendable {
    /// The folder that holds the runs' folders.
    package let parent: String
    package let runID: String

    /// - Parameter parent: `--output`; need not exist.
    package init(parent: String, runID: String) {
        self.parent = parent
        self.runID = runID
    }

    package var path: String { "\(parent)/\(runID)" }

    /// Finds out before anything is measured whether results can be written: creates the parent folder, and a folder
    /// in it that it removes again.
    package func checkWritable() throws(FileError) {
        try Self.createFolder(parent)
        let probe = "\(parent)/.\(runID).probe"
        guard mkdir(probe, 0o755) == 0 else { throw FileError("cannot write results here", parent) }
        rmdir(probe)
    }

    /// Writes all three files, each as a whole, and then, unless told not to, turns `latest` to them.
    package func write(
        summary: [SummaryRow], samples: [SampleRow], environment: EnvironmentRecord, linksLatest: Bool = true
    ) throws(FileError) {
        try Self.createFolder(path)
        try AtomicFile.write(environment.json.utf8, to: "\(path)/environment.json")
        try AtomicFile.write(SampleRow.csv(samples).utf8, to: "\(path)/samples.csv")
        try AtomicFile.write(SummaryRow.csv(summary).utf8, to: "\(path)/summary.csv")
        if linksLatest { try AtomicFile.link("\(parent)/latest", to: runID) }
    }

    /// What is in a folder and not hidden, sorted; nothing of a folder that cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Like `mkdir -p`.
    static func createFolder(_ path: String) throws(FileError) {
        var built = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            built += built.isEmpty || built.hasSuffix("/") ? String(part) : "/\(part)"
            guard mkdir(built, 0o755) != 0 else { continue }
            let reason = errno
            var status = stat()
            if reason == EEXIST, stat(built, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
            let code = reason == EEXIST ? ENOTDIR : reason
            throw FileError("cannot create this folder", path, reason: String(cString: strerror(code)))
        }
    }
}
