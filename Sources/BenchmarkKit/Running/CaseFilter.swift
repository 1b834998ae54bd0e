/// `--filter`: a case is chosen if its whole name matches one of the globs, or there is none, and matches none of those
/// that begin with `!`.
struct CaseFilter: Sendable {
    private let wanted, excluded: [Glob]

    /// - Throws: where a glob is empty behind its `!`.
    init(_ patterns: [String]) throws(UsageError) {
        guard !patterns.contains("!") else { throw UsageError("--filter '!' excludes nothing; write !GLOB") }
        wanted = patterns.filter { !$0.hasPrefix("!") }.map { Glob($0) }
        excluded = patterns.filter { $0.hasPrefix("!") }.map { Glob(String($0.dropFirst())) }
    }

    func chooses(_ caseName: String) -> Bool {
        (wanted.isEmpty || wanted.contains { $0.matches(caseName) }) && !excluded.contains { $0.matches(caseName) }
    }
}
