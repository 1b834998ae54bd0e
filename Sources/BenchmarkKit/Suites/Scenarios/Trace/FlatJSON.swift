/// The little of JSON that a trace is made of, read strictly: objects, strings and whole numbers. Of anything else it
/// knows the kind, to say so.
///
/// Not `JSONSerialization`: that takes a key that comes twice, `1.0` for a whole number and `true` for 1, and says of an
/// error what differs from system to system.
enum FlatJSON: Sendable, Hashable {
    case object([Member])
    case string(String)
    case integer(Int)
    /// What is there in place of those, in words.
    case other(String)

    struct Member: Sendable, Hashable {
        let key: String
        let value: FlatJSON
    }

    struct SyntaxError: Error, Hashable {
        let problem: String
    }

    /// In words.
    var kind: String {
        switch self {
        case .object: "an object"
        case .string: "a string"
        case .integer: "a whole number"
        case .other(let kind): kind
        }
    }

    /// Exactly one value, with nothing but spaces around it.
    init(_ text: String) throws(SyntaxError) {
        var parser = Parser(text)
        self = try parser.value()
        try parser.end()
    }
}

private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skipSpaces() { while let next, " \t\r\n".unicodeScalars.contains(next) { position += 1 } }

    private func error(_ expected: String) -> FlatJSON.SyntaxError {
        let found = next.map { "'\($0)'" } ?? "the end of the line"
        return FlatJSON.SyntaxError(problem: "column \(position + 1): \(found) where \(expected) should be")
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard next == scalar else { return false }
        position += 1
        return true
    }

    mutating func end() throws(FlatJSON.SyntaxError) {
        skipSpaces()
        guard next == nil else { throw error("the end of the line") }
    }

    mutating func value() throws(FlatJSON.SyntaxError) -> FlatJSON {
        skipSpaces()
        guard let scalar = next else { throw error("a value") }
        switch scalar {
        case "{": return try object()
        case "\"": return .string(try string())
        case "[": return try skipArray()
        case "-", "0"..."9": return try number()
        default:
            for (word, kind) in [("true", "a truth value"), ("false", "a truth value"), ("null", "null")]
            where scalars[position...].starts(with: word.unicodeScalars) {
                position += word.count
                return .other(kind)
            }
            throw error("a value")
        }
    }

    private mutating func object() throws(FlatJSON.SyntaxError) -> FlatJSON {
        position += 1
        var members: [FlatJSON.Member] = []
        if take("}") { return .object([]) }
        repeat {
            skipSpaces()
            guard next == "\"" else { throw error("a key in quotes") }
            let key = try string()
            guard take(":") else { throw error("':'") }
            guard !members.contains(where: { $0.key == key }) else {
                throw FlatJSON.SyntaxError(problem: "key '\(key)' occurs twice")
            }
            members.append(FlatJSON.Member(key: key, value: try value()))
        } while take(",")
        guard take("}") else { throw error("',' or '}'") }
        return .object(members)
    }

    private mutating func skipArray() throws(FlatJSON.SyntaxError) -> FlatJSON {
        position += 1
        if take("]") { return .other("an array") }
        repeat { _ = try value() } while take(",")
        guard take("]") else { throw error("',' or ']'") }
        return .other("an array")
    }

    private mutating func number() throws(FlatJSON.SyntaxError) -> FlatJSON {
        let start = position
        while let next, "+-.eE0123456789".unicodeScalars.contains(next) { position += 1 }
        let text = String(String.UnicodeScalarView(scalars[start..<position]))
        let digits = text.drop { $0 == "-" }
        if let number = Int(text), digits == "0" || !digits.hasPrefix("0") { return .integer(number) }
        guard Double(text) != nil, digits.count == 1 || !digits.hasPrefix("0") || digits.hasPrefix("0.") else {
            throw FlatJSON.SyntaxError(problem: "column \(start + 1): '\(text)' is not a number")
        }
        return .other(text.contains { ".eE".contains($0) } ? "a number with a fraction" : "a number out of range")
    }

    private mutating func string() throws(FlatJSON.SyntaxError) -> String {
        let start = position
        position += 1
        var result = String.UnicodeScalarView()
        while let scalar = next {
            position += 1
            switch scalar {
            case "\"": return String(result)
            case "\\": result.append(try escape())
            case _ where scalar.value < 0x20:
                position -= 1
                throw error("no control character")
            default: result.append(scalar)
            }
        }
        throw FlatJSON.SyntaxError(problem: "column \(start + 1): a quote is opened and never closed")
    }

    private mutating func escape() throws(FlatJSON.SyntaxError) -> Unicode.Scalar {
        guard let scalar = next else { throw error("an escape") }
        position += 1
        switch scalar {
        case "\"", "\\", "/": return scalar
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let high = try unit()
            guard (0xD800..<0xDC00).contains(high) else {
                guard let scalar = Unicode.Scalar(high) else { throw error("the other half of a pair") }
                return scalar
            }
            guard next == "\\", position + 1 < scalars.count, scalars[position + 1] == "u" else {
                throw error("the other half of a pair")
            }
            position += 2
            let low = try unit()
            guard (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
            else { throw error("the other half of a pair") }
            return scalar
        default:
            position -= 1
            throw error("an escape")
        }
    }

    private mutating func unit() throws(FlatJSON.SyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else { throw error("a hexadecimal digit") }
            value = value << 4 + UInt32(digit)
            position += 1
        }
        return value
    }
}
