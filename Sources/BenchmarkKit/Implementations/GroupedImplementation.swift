/// Runs operations under groups, some of which only read, as the fairness suite sees it.
///
/// The suite makes a new instance for each sample. No two operations may overlap that have a group in common and of which
/// at least one writes.
public protocol GroupedImplementation: Sendable, SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// Whether an operation never starts before an earlier one that it conflicts with.
    static var keepsOrder: Bool { get }
    /// Whether an operation may have more than one group.
    static var takesSeveralGroups: Bool { get }
    /// Whether the limit bounds how many operations run at once.
    static var takesLimit: Bool { get }
    /// Whether `submit(groups:writes:suspending:)` is there.
    static var canSuspend: Bool { get }

    /// An idle one.
    ///
    /// - Parameters:
    ///   - groups: How many there are.
    ///   - limit: How many operations may run at once; `Int.max` without a limit.
    init(groups: Int, limit: Int)

    /// Submits an operation; returns at once.
    ///
    /// - Parameters:
    ///   - groups: Ascending, of 0 ..< the number given to `init(groups:limit:)`, without repetition.
    ///   - writes: Whether it writes them.
    ///   - operation: What to do.
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void)

    /// Submits an operation that may suspend; returns at once. Called only where `canSuspend` is declared.
    ///
    /// - Parameters:
    ///   - groups: Ascending, of 0 ..< the number given to `init(groups:limit:)`, without repetition.
    ///   - writes: Whether it writes them.
    ///   - operation: What to do.
    func submit(groups: [Int], writes: Bool, suspending operation: @escaping @Sendable () async -> Void)
}

extension GroupedImplementation {
    /// Not there.
    public static var canSuspend: Bool { false }

    /// Not there.
    public func submit(groups: [Int], writes: Bool, suspending operation: @escaping @Sendable () async -> Void) {
        preconditionFailure("\(Self.name) declares canSuspend without implementing submit(groups:writes:suspending:)")
    }
}
