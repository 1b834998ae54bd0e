import TaskRunners
import TestSupport
import Testing

/// A grouped runner against the executable model, over random traces of submissions, ends and cancellations, with
/// its tasks getting threads in random order.
struct RunnerModelTests {
    @Test func `After every step the runner has started what the model has, and cancelled what it has`() {
        for seed in 0..<400 as Range<UInt64> {
            var trial = RunnerTrial(seed: seed)
            if let failure = trial.run() {
                Issue.record("seed \(seed), \(failure)\n\(trial.steps.joined(separator: "\n"))")
                return
            }
        }
    }

    @Test func `Nothing is lost or overlaps where steps pile up before tasks get threads`() {
        for seed in 0..<400 as Range<UInt64> {
            var trial = RunnerTrial(seed: seed)
            if let failure = trial.runInBursts() {
                Issue.record("seed \(seed), \(failure)\n\(trial.steps.joined(separator: "\n"))")
                return
            }
        }
    }
}

/// One random trace.
private struct RunnerTrial {
    private var random: SplitMix64
    private let limit: Int
    private let groupCount: Int
    private let stage: Stage
    private let systemUnderTest: GroupedTaskRunner<Int>
    private var model: SchedulerModel
    private var tasks: [Task<Void, any Error>] = []
    private var declared: [SchedulerModel.Operation] = []
    /// Running operations whose tasks were cancelled.
    private var cancelled: Set<Int> = []
    private(set) var steps: [String] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        limit = [1, 2, 3, .max][random.next(below: 4)]
        groupCount = [1, 2, 4, 8][random.next(below: 4)]
        stage = Stage(seed: seed)
        systemUnderTest = GroupedTaskRunner(limit: limit, executor: stage.executor)
        model = SchedulerModel(limit: limit)
        steps = ["limit \(limit == .max ? "none" : "\(limit)")"]
    }

    // MARK: Step by step

    /// Lets everything go on after each step, so that the runner must be where the model is.
    mutating func run() -> String? {
        for _ in 0..<60 {
            let expected = step()
            let actual = Set(stage.settle())
            if actual != expected {
                return "after the last of these steps: happened \(actual.sorted()), should have \(expected.sorted())"
            }
            if let difference = difference() { return difference }
        }
        return nil
    }

    private func difference() -> String? {
        let snapshot = systemUnderTest.snapshot
        let running = snapshot.running.map(\.name)
        if running != model.running.map({ "\($0)" }) { return "the snapshot says that \(running) run" }
        let queued = snapshot.queued.map(\.name)
        if queued != model.queued.map({ "\($0)" }) { return "the snapshot says that \(queued) are queued" }
        if systemUnderTest.runningCount != model.running.count { return "the running count is off" }
        if systemUnderTest.queuedCount != model.queued.count { return "the queued count is off" }
        return nil
    }

    /// Takes one step with both, and returns the events that must follow.
    private mutating func step() -> Set<String> {
        let dice = random.next(below: 100)
        if dice < 45 || model.operations.isEmpty { return submit() }
        if dice < 75, !model.running.isEmpty { return finish(pick(model.running)) }
        if dice < 88 { return cancel(pick(model.operations.map(\.label))) }
        if dice < 96 { return cancel(groups: someGroups(atLeast: 1)) }
        return cancelAll()
    }

    private mutating func pick(_ labels: [Int]) -> Int { labels[random.next(below: labels.count)] }

    private mutating func someGroups(atLeast least: Int) -> Set<Int> {
        var groups: Set<Int> = []
        for _ in 0..<(least + random.next(below: 3)) { groups.insert(random.next(below: groupCount)) }
        return groups
    }

    private mutating func submit() -> Set<String> {
        let label = tasks.count
        let groups = someGroups(atLeast: 0)
        let writes = random.next(below: 2) == 0
        var cancelling: Set<Int> = []
        if writes, random.next(below: 4) == 0 { cancelling = groups.filter { _ in random.next(below: 2) == 0 } }
        steps.append(
            "submit \(label): \(writes ? "write" : "read") \(groups.sorted()), cancelling \(cancelling.sorted())")
        let earlier = model.declaring(GroupMask(cancelling))
        let queued = earlier.filter(model.isQueued)
        cancelled.formUnion(earlier.filter(model.isRunning))
        let mask = GroupMask(groups)
        let started = model.submit(label, groups: mask, writes: writes, withdrawing: Set(queued))
        declared.append(SchedulerModel.Operation(label: label, groups: mask, writes: writes))
        tasks.append(
            stage.run("\(label)", on: systemUnderTest, writes ? .write : .read, groups, cancelling: cancelling))
        return events(started: started, withdrawn: queued)
    }

    private mutating func finish(_ label: Int) -> Set<String> {
        steps.append("end \(label)")
        let started = model.finish(label)
        stage.letEnd("\(label)")
        let end = cancelled.contains(label) ? "end \(label), cancelled" : "end \(label)"
        return events(started: started, withdrawn: []).union([end])
    }

    private mutating func cancel(_ label: Int) -> Set<String> {
        steps.append("cancel \(label)")
        tasks[label].cancel()
        return cancelled([label])
    }

    private mutating func cancel(groups: Set<Int>) -> Set<String> {
        steps.append("cancel groups \(groups.sorted())")
        systemUnderTest.cancel(groups: groups)
        return cancelled(model.declaring(GroupMask(groups)))
    }

    private mutating func cancelAll() -> Set<String> {
        steps.append("cancel all")
        systemUnderTest.cancelAll()
        return cancelled(model.operations.map(\.label))
    }

    /// What follows when these were cancelled together.
    private mutating func cancelled(_ labels: [Int]) -> Set<String> {
        cancelled.formUnion(labels.filter(model.isRunning))
        let queued = labels.filter(model.isQueued)
        return events(started: model.withdraw(Set(queued)), withdrawn: queued)
    }

    private func events(started: [Int], withdrawn: [Int]) -> Set<String> {
        Set(started.map { "start \($0)" } + withdrawn.map { "\($0) threw CancellationError" })
    }

    // MARK: In bursts

    /// Takes steps while tasks have got no thread, or only some have, and checks what holds in any case.
    mutating func runInBursts() -> String? {
        var running: Set<Int> = []
        var ended: Set<Int> = []
        for _ in 0..<20 {
            for _ in 0..<(1 + random.next(below: 6)) {
                // The model is not where the runner is, but it still makes a varied trace.
                _ = step()
                for _ in 0..<random.next(below: 4) { stage.executor.runOne() }
            }
            if let failure = follow(stage.log.take(), running: &running, ended: &ended) { return failure }
        }
        // Everything that runs may end; so everything must.
        for label in tasks.indices { stage.letEnd("\(label)") }
        if let failure = follow(stage.settle(), running: &running, ended: &ended) { return failure }
        if ended.count != tasks.count { return "lost \(Set(tasks.indices).subtracting(ended).sorted())" }
        if !running.isEmpty { return "\(running) started and did not end" }
        let snapshot = systemUnderTest.snapshot
        if !snapshot.running.isEmpty || !snapshot.queued.isEmpty { return "not idle: \(snapshot)" }
        return limitIsWhole()
    }

    /// Follows the log: whatever ends has started once, and what runs neither conflicts nor exceeds the limit.
    private func follow(_ events: [String], running: inout Set<Int>, ended: inout Set<Int>) -> String? {
        for event in events {
            let words = event.split(whereSeparator: { $0 == " " || $0 == "," })
            if words[0] == "start", let label = Int(words[1]) {
                if ended.contains(label) || !running.insert(label).inserted { return "\(label) started twice" }
                if running.count > limit { return "\(running) run beyond the limit" }
                for other in running where other != label && declared[other].conflicts(with: declared[label]) {
                    return "\(label) started while \(other) ran"
                }
            } else if words[0] == "end", let label = Int(words[1]) {
                if running.remove(label) == nil || !ended.insert(label).inserted { return "\(label) ended twice" }
            } else if words[1] == "threw", let label = Int(words[0]) {
                if running.contains(label) || !ended.insert(label).inserted { return "\(label) threw as well" }
            }
        }
        return nil
    }

    private func limitIsWhole() -> String? {
        guard limit != .max else { return nil }
        for number in 0...limit { stage.run("last \(number)", on: systemUnderTest, .write, [1000 + number]) }
        let started = stage.settle().count
        return started == limit ? nil : "only \(started) of \(limit) run at once afterwards"
    }
}
