/// Why a runner refused a submission. Nothing was enqueued and nothing was cancelled.
public enum TaskRunnerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `cancelling` was given with `.read` access. Checked first.
    case cancellingRequiresWriteAccess
    /// `cancelling` named a group that `groups` does not have.
    case cancellingOutsideGroups

    public var description: String {
        switch self {
        case .cancellingRequiresWriteAccess:
            "cancelling: groups can be cancelled by a writer only; submit with access .write"
        case .cancellingOutsideGroups:
            "cancelling: must be a subset of the operation's own groups; add the missing ones to groups"
        }
    }
}
