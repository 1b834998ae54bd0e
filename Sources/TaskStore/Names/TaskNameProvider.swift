import Synchronization

/// Names a store's tasks by their keys. The name becomes `Task.name`.
///
/// ```swift
/// let tasks = TaskStore<Request>(nameProvider: .keyDescription.withPrefix("Library").withIncrementingSuffix())
/// // "Library.load.0", "Library.save.1", …
/// ```
public struct TaskNameProvider<Key: Hashable & Sendable>: Sendable {
    private let makeName: @Sendable (Key) -> String?

    private init(_ makeName: @escaping @Sendable (Key) -> String?) {
        self.makeName = makeName
    }

    @usableFromInline
    func name(for key: Key) -> String? { makeName(key) }

    /// The key as text.
    public static var keyDescription: Self { Self { String(describing: $0) } }

    /// The same name for all keys.
    public static func constant(_ name: String) -> Self { Self { _ in name } }

    /// What `makeName` returns for the key; `nil` leaves the task unnamed.
    public static func fromKey(_ makeName: @escaping @Sendable (Key) -> String?) -> Self { Self(makeName) }

    /// Puts `prefix` and a full stop before each name. Unnamed tasks stay unnamed.
    public func withPrefix(_ prefix: String) -> Self {
        Self { key in name(for: key).map { "\(prefix).\($0)" } }
    }

    /// Puts a full stop and a number after each name: 0 for the first task named, whatever its key, 1 for the next.
    /// Unnamed tasks stay unnamed, and take no number.
    public func withIncrementingSuffix() -> Self {
        let next = NextNumber()
        return Self { key in name(for: key).map { "\($0).\(next.take())" } }
    }

    private final class NextNumber: Sendable {
        private let value = Atomic<Int>(0)
        func take() -> Int { value.add(1, ordering: .relaxed).oldValue }
    }
}
