/// A pattern that a whole text must match: `*` any characters, slashes too; `?` one; `[ab0-9]` one of a set, `[!…]`
/// one outside it. Everything else stands for itself, as does a `[` that is never closed.
package struct Glob: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case anything
        case one
        case set([ClosedRange<Character>], negated: Bool)
        case literal(Character)

        func matches(_ character: Character) -> Bool {
            switch self {
            case .anything, .one: true
            case .literal(let expected): expected == character
            case .set(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
            }
        }
    }
    private let pieces: [Piece]

    package init(_ pattern: String) {
        var pieces: [Piece] = []
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            switch character {
            case "*": if pieces.last != .anything { pieces.append(.anything) }
            case "?": pieces.append(.one)
            case "[": pieces.append(Self.set(&rest) ?? .literal("["))
            default: pieces.append(.literal(character))
            }
        }
        self.pieces = pieces
    }

    /// Parses behind `[`; leaves `rest` alone where no `]` follows.
    private static func set(_ rest: inout Substring) -> Piece? {
        guard let end = rest.dropFirst().firstIndex(of: "]") else { return nil }
        var members = rest[..<end]
        let negated = members.first == "!"
        if negated { members.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let low = members.popFirst() {
            if members.first == "-", let high = members.dropFirst().first, low <= high {
                members.removeFirst(2)
                ranges.append(low...high)
            } else {
                ranges.append(low...low)
            }
        }
        rest = rest[rest.index(after: end)...]
        return .set(ranges, negated: negated)
    }

    /// The pattern that matches `text` alone.
    package static func escaped(_ text: String) -> String {
        text.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined()
    }

    /// O(text · pattern) at worst: on a mismatch only the last `*` is tried longer, never an earlier one.
    package func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (position, piece) = (0, 0)
        var retry: (position: Int, piece: Int)?
        while position < text.count {
            if piece < pieces.count, pieces[piece] == .anything {
                retry = (position, piece + 1)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(text[position]) {
                position += 1
                piece += 1
            } else if let last = retry {
                retry = (last.position + 1, last.piece)
                (position, piece) = (last.position + 1, last.piece)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .anything }
    }
}
