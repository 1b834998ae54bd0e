/// What adding a task does where its key has one already, as the store suite asks for it.
public enum StoreBehavior: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Cancels the previous task, and starts the new one at once.
    case cancelPrevious = "cancel-previous"
    /// Cancels the previous task, and starts the new one when it has ended.
    case cancelPreviousAndWait = "cancel-previous-wait"
    /// Starts the new task when the previous one has ended.
    case wait
    /// Runs both.
    case runConcurrently = "run-concurrently"
    /// Keeps the previous task and drops the new one.
    case preferPrevious = "prefer-previous"

    /// Whether a replaced task's operation runs.
    var runsAll: Bool { self == .wait || self == .runConcurrently }

    /// As it stands in a case's name.
    public var description: String { rawValue }
}

/// Tasks by key, as the store suite sees them.
///
/// The suite makes a new instance for each sample, on an actor of its own, and uses it from there.
public protocol StoreImplementation: SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// What it can do.
    static var behaviors: Set<StoreBehavior> { get }
    /// Whether the behaviours hold: `false` for a reference that creates the tasks and no more.
    static var keepsKeys: Bool { get }

    /// An empty one.
    init()

    /// Adds a task that runs `operation` on the caller's actor; returns the key's current task.
    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never>

    /// How many tasks it still tracks; 0 where it tracks none.
    func count(isolation: isolated any Actor) -> Int
}
