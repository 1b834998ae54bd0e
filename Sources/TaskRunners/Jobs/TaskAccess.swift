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
    associatedtype Group: Hashable & Sendable
    var groups: Set<Group> { get }
    var access: TaskAccessMode { get }
}
