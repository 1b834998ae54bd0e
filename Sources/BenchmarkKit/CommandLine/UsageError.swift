/// What the user got wrong, as the single line that goes to standard error. The process then ends with 2.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Without the program's name in front.
    package let description: String

    package init(_ line: String) { description = line.split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// A name that is not one of `known`, with the nearest of those, or all of them where they are few.
    static func unknown(_ kind: String, _ name: String, among known: [String], hint: String) -> UsageError {
        if let nearest = Suggestion.nearest(to: name, among: known) {
            return UsageError("unknown \(kind) '\(name)'; did you mean '\(nearest)'?")
        }
        let choice = known.isEmpty || known.count > 8 ? hint : "there are \(known.joined(separator: ", "))"
        return UsageError("unknown \(kind) '\(name)'; \(choice)")
    }
}
