/// An allocator as `environment.json` names it.
public struct AllocatorIdentity: Sendable, Hashable, Codable, CustomStringConvertible {
    /// `jemalloc`, `glibc`, or `system` where neither is known.
    public let name: String
    public let version: String?

    public init(name: String, version: String?) {
        self.name = name
        self.version = version
    }

    public var description: String { version.map { "\(name) \($0)" } ?? name }
}
