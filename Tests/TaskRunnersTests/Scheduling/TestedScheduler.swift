@testable import TaskRunners

/// A scheduler that can be captured, compared and kept in tests: the scheduler itself has one owner only.
final class TestedScheduler {
    typealias OperationID = ConflictScheduler.OperationID
    typealias GroupID = ConflictScheduler.GroupID

    private var scheduler: ConflictScheduler

    init(limit: Int = .max) {
        scheduler = ConflictScheduler(limit: limit)
    }

    // MARK: Steps

    func addGroup() -> GroupID { scheduler.addGroup() }
    func removeGroup(_ group: GroupID) { scheduler.removeGroup(group) }

    func submit(groups: some Sequence<GroupID>, writes: Bool) -> OperationID {
        scheduler.submit(groups: groups, writes: writes)
    }

    /// Gives the place back as well, as a runner does unless the submitter still needs it.
    func finish(_ operation: OperationID) {
        scheduler.finish(operation)
        scheduler.release(operation)
    }
    func withdraw(_ operations: some Sequence<OperationID>) { scheduler.withdraw(operations) }
    func release(_ operation: OperationID) { scheduler.release(operation) }

    /// What the steps since the last call let start, in order.
    func takeStarted() -> [OperationID] {
        var operations: [OperationID] = []
        for index in 0..<scheduler.started.count { operations.append(scheduler.started[index]) }
        scheduler.started.removeAll(keepingCapacity: false)
        return operations
    }

    // MARK: Looking

    var runningCount: Int { scheduler.runningCount }
    var queuedCount: Int { scheduler.queuedCount }
    var isIdle: Bool { scheduler.isIdle }
    var capacity: Int { scheduler.capacity }
    func state(of operation: OperationID) -> ConflictScheduler.State { scheduler.state(of: operation) }
    func writes(_ operation: OperationID) -> Bool { scheduler.writes(operation) }
    func sequence(of operation: OperationID) -> UInt64 { scheduler.sequence(of: operation) }
    func isQueued(_ operation: OperationID) -> Bool { scheduler.isQueued(operation) }
    func isIdle(group: GroupID) -> Bool { scheduler.isIdle(group: group) }
    func operations() -> [OperationID] { scheduler.operations() }
    func operations(in group: GroupID) -> [OperationID] { scheduler.operations(in: group) }
    func groups(of operation: OperationID) -> [GroupID] { scheduler.groups(of: operation) }
    func blockers(of operation: OperationID) -> Set<OperationID> { scheduler.blockers(of: operation) }

    #if DEBUG
        var entriesVisited: Int { scheduler.entriesVisited }
    #endif
}
