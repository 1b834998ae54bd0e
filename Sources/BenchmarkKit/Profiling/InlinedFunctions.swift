import Foundation

/// Finds the functions that the compiler has put into others, by the debug information of the program.
///
/// Optimised, much of a small library is in its callers: without this its time would be theirs.
struct InlinedFunctions {
    /// The `llvm-symbolizer` program.
    let symbolizer: String
    /// For files that are gone when it returns.
    let folder: String

    /// The functions at each address, the innermost first; without those of which nothing is known.
    func functions(at addresses: Set<UInt64>, of executable: String) throws(UsageError) -> [UInt64: [String]] {
        guard !addresses.isEmpty else { return [:] }
        let input = addresses.sorted().map { "0x\(String($0, radix: 16))\n" }.joined()
        let output = try ChildProcess.check(
            symbolizer, ["--obj=\(executable)", "--functions=linkage", "--inlining", "--output-style=JSON"],
            input: input, in: folder
        ).output
        return Self.parse(output)
    }

    /// What the program prints: a JSON object for each address, a line each.
    static func parse(_ text: String) -> [UInt64: [String]] {
        struct Entry: Decodable {
            struct Function: Decodable {
                let name: String
                enum CodingKeys: String, CodingKey { case name = "FunctionName" }
            }
            let address: String
            let functions: [Function]?
            enum CodingKeys: String, CodingKey {
                case address = "Address"
                case functions = "Symbol"
            }
        }
        var functions: [UInt64: [String]] = [:]
        for line in text.split(separator: "\n") {
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)),
                let address = UInt64(entry.address.dropFirst(2), radix: 16)
            else { continue }
            let names = (entry.functions ?? []).map(\.name)
            if !names.isEmpty, names.allSatisfy({ !$0.isEmpty && $0 != "??" }) { functions[address] = names }
        }
        return functions
    }
}
