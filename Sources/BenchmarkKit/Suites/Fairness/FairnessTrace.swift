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
    /// Chance makes some schedules several times as hard as others. Of a few this is the one with the middle mean wait at
    /// best, so that rounds differ by what is measured more than by their schedules.
    ///
    /// - Parameters:
    ///   - load: Below 1, or the ideal schedule would fall behind.
    ///   - service: Nanoseconds of each operation.
    ///   - workers: Of the ideal schedule.
    ///   - seed: Of the gaps.
    func arrivals(load: Double, service: UInt64, workers: Int, seed: UInt64) -> [UInt64] {
        guard !operations.isEmpty else { return [] }
        let durations = operations.map { _ in Double(service) }
        let predecessors = predecessors
        let ideal = ListScheduling.makespan(durations: durations, predecessors: predecessors, workers: workers)
        let meanGap = ideal / load / Double(operations.count)
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed ^ 3))
        let schedules = (0..<Self.schedulesToChooseFrom).map { _ in
            var time = 0.0
            let arrivals = operations.map { _ in
                time += ArrivalSchedule.exponential(mean: meanGap, &generator)
                return time.rounded(.down)
            }
            let starts = ListScheduling.starts(
                durations: durations, predecessors: predecessors, workers: workers, releases: arrivals)
            return (arrivals, wait: zip(starts, arrivals).reduce(0) { $0 + $1.0 - $1.1 })
        }
        return schedules.sorted { $0.wait < $1.wait }[schedules.count / 2].0.map { UInt64($0) }
    }

    static let schedulesToChooseFrom = 31

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

    /// Whether the two have a group in common and at least one writes.
    func conflict(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (operations[first], operations[second])
        return (first.writes || second.writes) && first.groups.contains { second.groups.contains($0) }
    }
}
