/// A piece of an HTML page. What is put into its literals is escaped, unless it is such a piece itself: names of cases and
/// texts of files can break nothing.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    package private(set) var description: String

    package init(stringLiteral text: String) { description = text }

    package init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

    /// Text that is HTML already.
    package init(trusted text: String) { description = text }

    package static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    package static func += (left: inout HTML, right: HTML) { left.description += right.description }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ text: some StringProtocol) {
            self.text += HTML.escaped(String(text))
        }
        package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
        package mutating func appendInterpolation(_ html: HTML) { text += html.description }
    }
}

extension [HTML] {
    /// One after the other, each on a line of its own.
    package var lines: HTML { HTML(trusted: map(\.description).joined(separator: "\n")) }
}
