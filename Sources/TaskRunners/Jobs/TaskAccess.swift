/// How a job uses every one of its groups.
public enum TaskAccessMode: Sendable, Hashable, CaseIterable {
    /// May overlap with other reads of the same groups.
    case read
    /// Excludes every other operation that declared one of the same groups.
    case write
}

/// The resources that a job touches, for a ``GroupedTaskRunner``.
///
/// Groups have no hierarchy: include every resource whose access needs coordination. A job that writes any of its
/// groups uses ``TaskAccessMode/write``.
public protocol TaskAccess: Sendable {
    /// What names a resource of the app.
    associatedtype Group: Hashable & Sendable
    /// Every resource that the job touches.
    var groups: Set<Group> { get }
    /// Whether the job writes any of them.
    var access: TaskAccessMode { get }
}
