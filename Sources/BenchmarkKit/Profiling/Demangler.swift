/// Gives mangled Swift names back as people know them, by the toolchain's own program.
struct Demangler {
    /// The `swift` program.
    let swift: String
    /// For files that are gone when it returns.
    let folder: String

    /// A name for each symbol that is a mangled one.
    func names(_ symbols: Set<String>) throws(UsageError) -> [String: String] {
        let mangled = symbols.filter { $0.hasPrefix("$s") }.sorted()
        guard !mangled.isEmpty else { return [:] }
        let output = try text(mangled.joined(separator: "\n") + "\n")
        let names = output.split(separator: "\n", omittingEmptySubsequences: false).prefix(mangled.count)
        guard names.count == mangled.count else {
            throw UsageError("swift demangle: lines are missing in what it says")
        }
        return Dictionary(zip(mangled, names.map(Self.short))) { first, _ in first }
    }

    /// A text with the mangled names in it replaced.
    func text(_ text: String) throws(UsageError) -> String {
        try ChildProcess.check(swift, ["demangle", "--simplified"], input: text, in: folder).output
    }

    /// Without what compilers did to the function: a specialised copy is the function, and what forwards to it is too.
    static func short(_ name: Substring) -> String {
        var name = name
        while let prefix = ["specialized ", "merged ", "partial apply for "].first(where: name.hasPrefix) {
            name = name.dropFirst(prefix.count)
        }
        return String(name)
    }
}
