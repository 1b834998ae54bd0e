/// Operations with their groups, in the order of submission; the same for every implementation under one seed.
struct FairnessTrace: Sendable {
    struct Operation: Sendable {
        /// Ascending, without repetition.
        let groups: [Int]
        let writes: Bool
    }

    /// How groups are chosen.
    enum Choice: String, Sendable, CustomStringConvertible {
        case uniform
        /// The i-th group in proportion to 1/i (Zipf's law).
        case zipf
        var description: String { rawValue }
    }

    let operations: [Operation]

    init(_ operations: [Operation]) {
        self.operations = operations
    }

    init(count: Int, groups: Int, choice: Choice, groupsPerJob: Int, readPercent: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed))
        let weights = (1...groups).map { choice == .uniform ? 1 : 1 / Double($0) }
        let total = weights.reduce(0, +)
        func group() -> Int {
            var rest = generator.uniform() * total
            for (index, weight) in weights.enumerated() {
                rest -= weight
                if rest < 0 { return index }
            }
            return groups - 1
        }
        operations = (0..<count).map { _ in
            var chosen: Set<Int> = []
            while chosen.count < min(groupsPerJob, groups) { chosen.insert(group()) }
            return Operation(
                groups: chosen.sorted(), writes: generator.uniform() * 100 >= Double(readPercent))
        }
    }

    /// Poisson arrivals at so many times the rate at which the ideal schedule gets through the trace, in nanoseconds since
    /// the beginning: however much of the trace conflicts, the load is the same.
    ///
    /// - Parameters:
    ///   - load: Below 1, or the ideal schedule would fall behind.
    ///   - service: Nanoseconds of each operation.
    ///   - workers: Of the ideal schedule.
    ///   - seed: Of the gaps.
    func arrivals(load: Double, service: UInt64, workers: Int, seed: UInt64) -> [UInt64] {
        guard !operations.isEmpty else { return [] }
        let ideal = ListScheduling.makespan(
            durations: operations.map { _ in Double(service) }, predecessors: predecessors, workers: workers)
        let meanGap = ideal / load / Double(operations.count)
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed ^ 3))
        var time = 0.0
        return operations.map { _ in
            time += ArrivalSchedule.exponential(mean: meanGap, &generator)
            return UInt64(time)
        }
    }

    /// For each operation the earlier ones that it must wait for: in each group the closest write, or the reads since it.
    /// Whatever else it conflicts with these wait for.
    var predecessors: [[Int]] {
        var lastWrite: [Int: Int] = [:]
        var reads: [Int: [Int]] = [:]
        return operations.enumerated().map { index, operation in
            var result: Set<Int> = []
            for group in operation.groups {
                if operation.writes {
                    let since = reads[group] ?? []
                    result.formUnion(since)
                    if since.isEmpty, let write = lastWrite[group] { result.insert(write) }
                    lastWrite[group] = index
                    reads[group] = []
                } else {
                    if let write = lastWrite[group] { result.insert(write) }
                    reads[group, default: []].append(index)
                }
            }
            return result.sorted()
        }
    }

    /// Calls `body` with every two operations that conflict, the earlier first, once.
    func forEachConflict(_ body: (_ earlier: Int, _ later: Int) -> Void) {
        var members: [Int: [Int]] = [:]
        for (later, operation) in operations.enumerated() {
            for (position, group) in operation.groups.enumerated() {
                for earlier in members[group] ?? [] where operation.writes || operations[earlier].writes {
                    // Counted in the first group that both have.
                    let isFirst = !operation.groups[..<position].contains { operations[earlier].groups.contains($0) }
                    if isFirst { body(earlier, later) }
                }
                members[group, default: []].append(later)
            }
        }
    }
}
