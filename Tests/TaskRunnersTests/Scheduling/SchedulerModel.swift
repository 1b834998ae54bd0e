/// The contract of the scheduler, written as plainly as it can be: a list, searched from the start every time.
struct SchedulerModel {
    struct Operation: Equatable {
        let label: Int
        let groups: GroupMask
        let writes: Bool
        var isRunning = false

        func conflicts(with other: Operation) -> Bool {
            (writes || other.writes) && groups.overlaps(other.groups)
        }
    }

    let limit: Int
    /// The unfinished operations, in order of submission.
    private(set) var operations: [Operation] = []

    init(limit: Int) {
        self.limit = limit
    }

    var running: [Int] { operations.filter(\.isRunning).map(\.label) }
    var queued: [Int] { operations.filter { !$0.isRunning }.map(\.label) }

    func isRunning(_ label: Int) -> Bool { running.contains(label) }
    func isQueued(_ label: Int) -> Bool { queued.contains(label) }
    func contains(_ label: Int) -> Bool { operations.contains { $0.label == label } }

    /// The labels of the operations that declared one of `groups`.
    func declaring(_ groups: GroupMask) -> [Int] {
        operations.filter { $0.groups.overlaps(groups) }.map(\.label)
    }

    /// Each step returns the operations that it lets start, in the order in which they do.
    mutating func submit(_ label: Int, groups: GroupMask, writes: Bool) -> [Int] {
        operations.append(Operation(label: label, groups: groups, writes: writes))
        return settle()
    }

    mutating func finish(_ label: Int) -> [Int] {
        operations.removeAll { $0.label == label }
        return settle()
    }

    mutating func withdraw(_ labels: Set<Int>) -> [Int] {
        operations.removeAll { labels.contains($0.label) }
        return settle()
    }

    /// Withdraws operations in the step that submits another.
    mutating func submit(_ label: Int, groups: GroupMask, writes: Bool, withdrawing labels: Set<Int>) -> [Int] {
        operations.append(Operation(label: label, groups: groups, writes: writes))
        return withdraw(labels)
    }

    private mutating func settle() -> [Int] {
        var started: [Int] = []
        var runningCount = running.count
        for index in 0..<operations.count where !operations[index].isRunning {
            if runningCount == limit { break }
            if hasEarlierConflict(index) { continue }
            operations[index].isRunning = true
            runningCount += 1
            started.append(operations[index].label)
        }
        return started
    }

    private func hasEarlierConflict(_ index: Int) -> Bool {
        let operation = operations[index]
        for earlier in 0..<index where operations[earlier].conflicts(with: operation) { return true }
        return false
    }

    /// In each group of a queued operation the closest write, or the reads since it if the operation writes.
    func waitsFor(_ label: Int) -> Set<Int> {
        guard let index = operations.firstIndex(where: { $0.label == label }) else { return [] }
        let operation = operations[index]
        var result: Set<Int> = []
        for group in operation.groups.numbers {
            var reads: [Int] = []
            var closestWrite: Int?
            for earlier in operations[..<index] where earlier.groups.contains(group) {
                if earlier.writes {
                    closestWrite = earlier.label
                    reads = []
                } else {
                    reads.append(earlier.label)
                }
            }
            if operation.writes, !reads.isEmpty {
                result.formUnion(reads)
            } else if let closestWrite {
                result.insert(closestWrite)
            }
        }
        return result
    }
}

/// A set of groups numbered from 0 to 31.
struct GroupMask: Equatable {
    private let bits: UInt32

    init(_ numbers: some Sequence<Int>) {
        bits = numbers.reduce(0) { $0 | (1 << UInt32($1)) }
    }

    func overlaps(_ other: GroupMask) -> Bool { bits & other.bits != 0 }
    func contains(_ number: Int) -> Bool { bits & (1 << UInt32(number)) != 0 }

    var numbers: [Int] {
        var result: [Int] = []
        var rest = bits
        while rest != 0 {
            result.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return result
    }
}
