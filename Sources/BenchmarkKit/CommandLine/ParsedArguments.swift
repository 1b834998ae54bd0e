/// A command line split into a verb and its flags; knows nothing of what the values mean.
struct ParsedArguments: Sendable {
    /// `nil` where the line names none.
    private(set) var verb: CommandVerb?
    /// What is not a flag, behind the verb: as many as the verb asks for.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// - Parameter arguments: without the program's name. `--flag value` and `--flag=value` mean the same.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        if let first = rest.first, !first.hasPrefix("-") {
            guard let verb = CommandVerb.named(first) else {
                throw UsageError.unknown(
                    "command", first, among: CommandVerb.all.map(\.name), hint: "see --help")
            }
            self.verb = verb
            rest.removeFirst()
        }
        let verb = self.verb ?? CommandVerb.all[0]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard operands.count < verb.operandCounts.upperBound else {
                    throw UsageError("unexpected argument '\(argument)'; flags begin with --, see --help")
                }
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0] == "-h" ? "--help" : parts[0]
            guard let flag = verb.flags.first(where: { $0.name == name }) else {
                throw Self.unknown(name, for: verb)
            }
            guard values[name] == nil || flag.isRepeatable else {
                throw UsageError("\(name) is given twice; give it once")
            }
            values[name, default: []].append(try Self.value(of: flag, inline: parts.dropFirst().first, &rest))
        }
        let asksOnly = ["--help", "--version"].contains { values[$0] != nil }
        guard asksOnly || operands.count >= verb.operandCounts.lowerBound else {
            throw UsageError(
                "'\(verb.name)' needs \(verb.operands[operands.count]); write \(verb.name) "
                    + verb.operands.joined(separator: " "))
        }
    }

    private static func value(
        of flag: CommandFlag, inline: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let placeholder = flag.value else {
            guard inline == nil else { throw UsageError("\(flag.name) takes no value; leave out '=\(inline ?? "")'") }
            return ""
        }
        let value: String
        if let inline {
            value = inline
        } else if let next = rest.first, !next.hasPrefix("--") {
            rest.removeFirst()
            value = next
        } else {
            throw UsageError("\(flag.name) needs a value; write \(flag.name) \(placeholder)")
        }
        guard !value.isEmpty else {
            throw UsageError("\(flag.name) has an empty value; write \(flag.name) \(placeholder)")
        }
        return value
    }

    private static func unknown(_ name: String, for verb: CommandVerb) -> UsageError {
        if let other = CommandVerb.all.first(where: { $0.flags.contains { $0.name == name } }) {
            return UsageError("'\(verb.name)' has no flag '\(name)'; '\(other.name)' has")
        }
        return UsageError.unknown("flag", name, among: verb.flags.map(\.name), hint: "see --help")
    }

    func has(_ flag: String) -> Bool { values[flag] != nil }

    /// All values of a repeatable flag, in their order.
    func all(_ flag: String) -> [String] { values[flag] ?? [] }

    subscript(flag: String) -> String? { values[flag]?.first }
}
