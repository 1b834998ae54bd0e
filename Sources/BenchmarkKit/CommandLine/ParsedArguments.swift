/// A command line split into a verb and its flags; knows nothing of what the values mean.
struct ParsedArguments: Sendable {
    /// `nil` where the line names none.
    private(set) var verb: CommandVerb?
    private var values: [String: [String]] = [:]

    /// - Parameter arguments: without the program's name. `--flag value` and `--flag=value` mean the same.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        if let first = rest.first, !first.hasPrefix("-") {
            guard let verb = CommandVerb(rawValue: first) else {
                throw UsageError.unknown("command", first, among: CommandVerb.allCases.map(\.rawValue), hint: "")
            }
            self.verb = verb
            rest.removeFirst()
        }
        let verb = self.verb ?? .run
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                throw UsageError("unexpected argument '\(argument)'; flags begin with --, see --help")
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
        if let other = CommandVerb.allCases.first(where: { $0.flags.contains { $0.name == name } }) {
            return UsageError("'\(verb.rawValue)' has no flag '\(name)'; '\(other.rawValue)' has")
        }
        return UsageError.unknown("flag", name, among: verb.flags.map(\.name), hint: "see --help")
    }

    func has(_ flag: String) -> Bool { values[flag] != nil }

    /// All values of a repeatable flag, in their order.
    func all(_ flag: String) -> [String] { values[flag] ?? [] }

    subscript(flag: String) -> String? { values[flag]?.first }
}
