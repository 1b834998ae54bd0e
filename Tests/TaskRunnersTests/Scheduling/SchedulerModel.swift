/// The contract of the scheduler, written as plainly as it can be: a list, searched from the start every time.
struct SchedulerModel {
    struct Operation: Equatable {
        let label: Int
        let groups: Set<Int>
        let writes: Bool
        var isRunning = false

        func conflicts(with other: Operation) -> Bool {
            (writes || other.writes) && !groups.isDisjoint(with: other.groups)
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
    func declaring(_ groups: Set<Int>) -> [Int] {
        operations.filter { !$0.groups.isDisjoint(with: groups) }.map(\.label)
    }

    /// Each step returns the operations that it lets start, in the order in which they do.
    mutating func submit(_ label: Int, groups: Set<Int>, writes: Bool) -> [Int] {
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
    mutating func submit(_ label: Int, groups: Set<Int>, writes: Bool, withdrawing labels: Set<Int>) -> [Int] {
        operations.append(Operation(label: label, groups: groups, writes: writes))
        return withdraw(labels)
    }

    private mutating func settle() -> [Int] {
        var started: [Int] = []
        for index in operations.indices where !operations[index].isRunning {
            guard operations.count(where: \.isRunning) < limit else { break }
            if operations[..<index].contains(where: { $0.conflicts(with: operations[index]) }) { continue }
            operations[index].isRunning = true
            started.append(operations[index].label)
        }
        return started
    }

    /// In each group of a queued operation the closest write, or the reads since it if the operation writes.
    func waitsFor(_ label: Int) -> Set<Int> {
        guard let index = operations.firstIndex(where: { $0.label == label }) else { return [] }
        let operation = operations[index]
        var result: Set<Int> = []
        for group in operation.groups {
            let earlier = operations[..<index].filter { $0.groups.contains(group) }
            let reads = earlier.suffix(while: { !$0.writes })
            if operation.writes, !reads.isEmpty {
                result.formUnion(reads.map(\.label))
            } else if let write = earlier.last(where: \.writes) {
                result.insert(write.label)
            }
        }
        return result
    }
}

extension Array {
    /// The longest suffix of elements that all match.
    fileprivate func suffix(while matches: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !matches($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
