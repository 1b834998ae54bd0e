/// A function in a profile: whose it is, and what people call it.
package struct ProfileFrame: Sendable, Hashable, CustomStringConvertible {
    package enum Owner: Sendable, Hashable {
        /// A module of the program, beside the harness.
        case ours(module: String)
        /// This library, whose frames are all one.
        case harness
        /// The system's, the allocator's or the language's.
        case library(String)
    }
    package let owner: Owner
    package let name: String

    package static let harness = ProfileFrame(.harness, "[harness]")

    package init(_ owner: Owner, _ name: String) {
        self.owner = owner
        self.name = name
    }

    package var isOurs: Bool {
        if case .ours = owner { true } else { false }
    }

    /// What its time is added to in an overview.
    package var ownerName: String {
        switch owner {
        case .ours(let module): module
        case .harness: Self.harness.name
        case .library(let library): library
        }
    }

    /// ``Module`function`` for ours, `function (library)` for others: the two are told apart at sight, and by ``init(_:)``.
    package var description: String {
        switch owner {
        case .ours(let module): "\(module)`\(name)"
        case .harness: name
        case .library(let library): "\(name) (\(library))"
        }
    }

    /// Reads ``description``.
    package init(_ text: some StringProtocol) {
        if text == Self.harness.name {
            self = .harness
        } else if text.hasSuffix(")"), let start = text.range(of: " (", options: .backwards) {
            self.init(.library(String(text[start.upperBound...].dropLast())), String(text[..<start.lowerBound]))
        } else if let mark = text.firstIndex(of: "`") {
            self.init(.ours(module: String(text[..<mark])), String(text[text.index(after: mark)...]))
        } else {
            self.init(.library("unknown"), String(text))
        }
    }
}
