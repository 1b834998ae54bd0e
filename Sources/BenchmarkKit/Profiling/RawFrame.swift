/// A function as a profiler names it: mangled, and in a file.
struct RawFrame: Sendable, Hashable {
    let symbol: String
    /// The file's name, without its folder.
    let file: String

    /// - Parameter file: With or without its folder.
    init(_ symbol: some StringProtocol, in file: some StringProtocol) {
        self.symbol = Self.whole(symbol)
        self.file = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? String(file)
    }

    /// Without what compilers put behind a name when they split a function: the pieces of one asynchronous function, each
    /// of which runs from one suspension to the next, are one function, and so are its copies and what forwards to it.
    private static func whole(_ symbol: some StringProtocol) -> String {
        guard symbol.hasPrefix("$s") else { return String(symbol) }
        var name = symbol[...]
        if let dot = name.firstIndex(of: ".") { name = name[..<dot] }
        while true {
            if name.hasSuffix("TA") {
                name = name.dropLast(2)
            } else if name.hasSuffix("_"), let start = name.dropLast().lastIndex(where: { !$0.isNumber }),
                name[...start].hasSuffix("TY") || name[...start].hasSuffix("TQ")
            {
                name = name[...start].dropLast(2)
            } else {
                return String(name)
            }
        }
    }

    /// - Parameter executable: The program's file name, whose functions are told apart by their modules.
    func owner(executable: String) -> ProfileFrame.Owner {
        guard file == executable else { return .library(Self.libraryName(file)) }
        guard symbol.hasPrefix("$s") else { return .library(executable) }
        switch Self.module(of: symbol) {
        case nil: return .library("Swift")
        case "BenchmarkKit": return .harness
        case let module? where Self.systemModules.contains(module): return .library(module)
        case let module?: return .ours(module: module)
        }
    }

    /// Whose generic functions are compiled into those who use them.
    private static let systemModules: Set = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "Synchronization", "Dispatch", "Glibc",
    ]

    /// `libdispatch` for `libdispatch.so`, `kernel` for the kernel.
    private static func libraryName(_ file: String) -> String {
        if file.hasPrefix("[kernel") || file.hasSuffix(".ko") { return "kernel" }
        return file.split(separator: ".").first.map { $0.trimmingCharacters(in: ["[", "]"]) } ?? "unknown"
    }

    /// The module that a mangled Swift name begins with, or the one that extends what it begins with; `nil` where that
    /// is the standard library or nobody.
    ///
    /// A name is `$s`, then the module as its length and its letters. The standard library's types have abbreviations;
    /// what a module adds to those has the module's name, and `E`, further on.
    static func module(of symbol: String) -> String? {
        let text = Array(symbol.utf8.dropFirst(2))
        var position = 0
        while position < text.count {
            guard (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(text[position]) else {
                position += 1
                continue
            }
            let start = position
            var length = 0
            while position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]), length < 1000
            {
                length = length * 10 + Int(text[position] - UInt8(ascii: "0"))
                position += 1
            }
            guard position + length <= text.count else { return nil }
            let end = position + length
            if start == 0 || (end < text.count && text[end] == UInt8(ascii: "E")) {
                return String(decoding: text[position..<end], as: UTF8.self)
            }
            position = end
        }
        return nil
    }
}
