import Observation

/// Tells observers that a store's tasks changed. Touched on the store's actor only.
///
/// Apart from the store, and not generic: the key path of a generic type is made anew at each use, which would cost more
/// than all the rest of adding a task.
@usableFromInline
final class StoreChanges: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    /// Nobody is told of the changes of a store that nobody ever asked.
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
    func willChange() { if isObserved { tellBefore() } }

    @inlinable
    func didChange() { if isObserved { tellAfter() } }

    @usableFromInline
    func tellBefore() { registrar.willSet(self, keyPath: \.tasks) }

    @usableFromInline
    func tellAfter() { registrar.didSet(self, keyPath: \.tasks) }
}
