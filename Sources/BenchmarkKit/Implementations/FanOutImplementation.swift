/// Visits many elements concurrently, as the fan-out suite sees it.
public protocol FanOutImplementation: SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// Whether no more than the limit are ever in work: `false` for a reference that begins them all.
    static var isBounded: Bool { get }

    /// Calls `body` for 0 ..< `count`, at most `limit` at a time, and returns when all have ended.
    static func forEach(_ count: Int, limit: Int, _ body: @escaping @Sendable (Int) async -> Void) async throws
}
