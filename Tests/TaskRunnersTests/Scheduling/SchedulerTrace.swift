import TestSupport

/// A step of a trace. Operations have labels, so that a step keeps its meaning when others are taken out.
enum SchedulerStep: Equatable, CustomStringConvertible {
    case submit(Int, groups: [Int], writes: Bool)
    case finish(Int)
    case withdraw([Int])
    /// Gives back the places of what was withdrawn so far.
    case release

    var description: String {
        switch self {
        case .submit(let label, let groups, let writes): "submit \(label): \(writes ? "write" : "read") \(groups)"
        case .finish(let label): "finish \(label)"
        case .withdraw(let labels): "withdraw \(labels)"
        case .release: "release"
        }
    }
}

/// Something that claims to schedule as the contract says.
protocol TracedScheduler {
    init(limit: Int)
    /// Each step returns the labels of the operations that it let start, in the order in which they do.
    mutating func submit(_ label: Int, groups: [Int], writes: Bool) -> [Int]
    mutating func finish(_ label: Int) -> [Int]
    mutating func withdraw(_ labels: [Int]) -> [Int]
    mutating func release()
    /// What the scheduler says of itself where it differs from the model.
    func difference(from model: SchedulerModel) -> String?
}

struct SchedulerTrace: CustomStringConvertible {
    var limit: Int
    var steps: [SchedulerStep]

    var description: String {
        (["limit \(limit == .max ? "none" : "\(limit)")"] + steps.map(\.description)).joined(separator: "\n")
    }

    /// A random trace, of steps that the contract allows.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        limit = [1, 2, 3, .max, .max][random.next(below: 5)]
        let groupCount = [1, 2, 3, 6, 20][random.next(below: 5)]
        let writePercentage = [10, 50, 90][random.next(below: 3)]
        let submitPercentage = [35, 45, 60][random.next(below: 3)]
        steps = []
        var model = SchedulerModel(limit: limit)
        for label in 0..<(20 + random.next(below: 60)) {
            let dice = random.next(below: 100)
            if dice < submitPercentage || model.operations.isEmpty {
                var groups: Set<Int> = []
                for _ in 0..<random.next(below: 4) { groups.insert(random.next(below: groupCount)) }
                let writes = random.next(below: 100) < writePercentage
                steps.append(.submit(label, groups: groups.sorted(), writes: writes))
                _ = model.submit(label, groups: GroupMask(groups), writes: writes)
            } else if dice < 85, !model.running.isEmpty {
                let running = model.running
                let label = running[random.next(below: running.count)]
                steps.append(.finish(label))
                _ = model.finish(label)
            } else if dice < 96 {
                let most = [1, 1, 3, 100][random.next(below: 4)]
                let labels = Array(model.queued.shuffled(using: &random).prefix(most))
                steps.append(.withdraw(labels))
                _ = model.withdraw(Set(labels))
            } else {
                steps.append(.release)
            }
        }
    }

    /// Replays the trace on the scheduler and on the model, and says how they first differ, if they do. Steps that
    /// make no sense any more, because others were taken out, are skipped.
    func firstDifference<Scheduler: TracedScheduler>(in scheduler: Scheduler.Type) -> String? {
        var model = SchedulerModel(limit: limit)
        var systemUnderTest = Scheduler(limit: limit)
        for (index, step) in steps.enumerated() {
            let expected: [Int]
            let actual: [Int]
            switch step {
            case .submit(let label, let groups, let writes):
                expected = model.submit(label, groups: GroupMask(groups), writes: writes)
                actual = systemUnderTest.submit(label, groups: groups, writes: writes)
            case .finish(let label):
                guard model.isRunning(label) else { continue }
                expected = model.finish(label)
                actual = systemUnderTest.finish(label)
            case .withdraw(let labels):
                let queued = labels.filter(model.isQueued)
                expected = model.withdraw(Set(queued))
                actual = systemUnderTest.withdraw(queued)
            case .release:
                systemUnderTest.release()
                continue
            }
            let place = "after step \(index + 1) (\(step))"
            if actual != expected { return "\(place): started \(actual), but should have \(expected)" }
            if let difference = systemUnderTest.difference(from: model) { return "\(place): \(difference)" }
        }
        return nil
    }

    /// Takes out steps, large runs first, as long as the trace still fails.
    func shrunk(while fails: (SchedulerTrace) -> Bool) -> SchedulerTrace {
        var smallest = self
        var chunk = max(1, steps.count / 2)
        while true {
            var removedAny = false
            var start = 0
            while start < smallest.steps.count {
                var candidate = smallest
                candidate.steps.removeSubrange(start..<min(start + chunk, smallest.steps.count))
                if fails(candidate) {
                    smallest = candidate
                    removedAny = true
                } else {
                    start += chunk
                }
            }
            if chunk == 1, !removedAny { return smallest }
            if !removedAny || chunk > smallest.steps.count { chunk = max(1, chunk / 2) }
        }
    }

    /// `nil`, or all that is needed to see and repeat the failure.
    static func failure<Scheduler: TracedScheduler>(seed: UInt64, in scheduler: Scheduler.Type) -> String? {
        let trace = SchedulerTrace(seed: seed)
        guard trace.firstDifference(in: scheduler) != nil else { return nil }
        let shrunk = trace.shrunk { $0.firstDifference(in: scheduler) != nil }
        return "seed \(seed), \(shrunk.firstDifference(in: scheduler) ?? "")\n\(shrunk)"
    }
}
