/// What all rows of one run have in common.
package struct RunIdentity: Sendable, Hashable {
    /// `20261201T042331Z-5f3a`: the start in UTC and four hexadecimal digits, so that names sort by time.
    package let id: String
    /// The start, ISO 8601 in UTC with seconds.
    package let timestamp: String
    /// The revision measured, or `unknown`.
    package internal(set) var revision: String
    package let host: String

    package init(id: String, timestamp: String, revision: String, host: String) {
        self.id = id
        self.timestamp = timestamp
        self.revision = revision
        self.host = host
    }

    /// - Parameters:
    ///   - timestamp: ISO 8601, UTC, with seconds.
    ///   - salt: its low 16 bits tell runs begun in the same second apart.
    package static func id(timestamp: String, salt: UInt64) -> String {
        let hexadecimal = String(salt & 0xFFFF, radix: 16)
        let compact = timestamp.filter { $0 != "-" && $0 != ":" }
        return "\(compact)-\(String(repeating: "0", count: 4 - hexadecimal.count))\(hexadecimal)"
    }
}
