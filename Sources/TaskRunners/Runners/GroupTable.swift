/// Numbers an app's groups for the scheduler. Touched only under its runner's lock.
///
/// A group keeps its number while any operation declares it. Unused numbers are swept out when they may be half
/// of all, so that a runner used with ever new groups stays small, and one used with the same few writes nothing.
@usableFromInline
final class GroupTable<Group: Hashable & Sendable>: @unchecked Sendable {
    @usableFromInline var numbers: [Group: ConflictScheduler.GroupID] = [:]
    @usableFromInline var sweepThreshold = 64

    @inlinable
    init() {}

    /// O(1), amortised.
    @inlinable
    func number(of group: Group, in scheduler: inout ConflictScheduler) -> ConflictScheduler.GroupID {
        if let number = numbers[group] { return number }
        let number = scheduler.addGroup()
        numbers[group] = number
        return number
    }

    /// Call before the groups of a step are numbered: their numbers are not in use yet.
    @inlinable
    func sweepIfNeeded(_ scheduler: inout ConflictScheduler) {
        guard numbers.count >= sweepThreshold else { return }
        var kept: [Group: ConflictScheduler.GroupID] = [:]
        for (group, number) in numbers {
            if scheduler.isIdle(group: number) {
                scheduler.removeGroup(number)
            } else {
                kept[group] = number
            }
        }
        numbers = kept
        sweepThreshold = Swift.max(64, 2 * kept.count)
    }
}
