/// An allocator as `environment.json` names it.
package struct AllocatorIdentity: Sendable, Hashable, Codable, CustomStringConvertible {
    /// `jemalloc`, `glibc`, or `system` where neither is known.
    package let name: String
    package let version: String?

    package init(name: String, version: String?) {
        self.name = name
        self.version = version
    }

    package var description: String { version.map { "\(name) \($0)" } ?? name }
}
