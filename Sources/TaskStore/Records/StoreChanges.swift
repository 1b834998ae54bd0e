import Observation

/// Tells observers that a store's tasks changed. Touched on the store's actor only.
///
/// Apart from the store, and not generic: the key path of a generic type is made anew at each use, which would cost more
/// than all the rest of adding a task.
@usableFromInline
final class StoreChanges: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    /// Whether anybody asked since the last change. Observers are told of one change, and ask again to be told of the
    /// next; a store that nobody asks tells nobody.
    @usableFromInline var isObserved = false
    private var tasks: Void { () }

    @usableFromInline
    init() {}

    /// The tasks are looked at.
    @usableFromInline
    func observe() {
        isObserved = true
        registrar.access(self, keyPath: \.tasks)
    }

    @inlinable
    @inline(__always)
    func mutate<Result>(_ mutation: () -> Result) -> Result {
        guard isObserved else { return mutation() }
        tellBefore()
        defer { tellAfter() }
        return mutation()
    }

    @usableFromInline
    func tellBefore() {
        // An observer that asks while it is told asks for the next change.
        isObserved = false
        registrar.willSet(self, keyPath: \.tasks)
    }

    @usableFromInline
    func tellAfter() { registrar.didSet(self, keyPath: \.tasks) }
}
