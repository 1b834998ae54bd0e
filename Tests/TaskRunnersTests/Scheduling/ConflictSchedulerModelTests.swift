import Testing

@testable import TaskRunners

/// The scheduler against an executable model of its contract, over thousands of random traces.
struct ConflictSchedulerModelTests {
    private static let traces: UInt64 = 3000

    @Test func `Over thousands of traces the scheduler does what the model does, step by step`() {
        for seed in 0..<Self.traces {
            if let failure = SchedulerTrace.failure(seed: seed, in: SystemUnderTest.self) {
                Issue.record("\(failure)")
                return
            }
        }
    }

    @Test func `The traces meet what they are meant to`() {
        var withdrawals = 0
        var starts = 0
        var deepest = 0
        for seed in 0..<500 as Range<UInt64> {
            let trace = SchedulerTrace(seed: seed)
            var model = SchedulerModel(limit: trace.limit)
            for step in trace.steps {
                switch step {
                case .submit(let label, let groups, let writes):
                    _ = model.submit(label, groups: GroupMask(groups), writes: writes)
                case .finish(let label): starts += model.finish(label).count
                case .withdraw(let labels):
                    withdrawals += labels.count
                    starts += model.withdraw(Set(labels)).count
                case .release: break
                }
                deepest = max(deepest, model.queued.count)
            }
        }
        #expect(withdrawals > 1000)
        #expect(starts > 1000)
        #expect(deepest > 20)
    }

    @Test func `A reader that overtakes a queued writer is found and shrunk to three submissions`() throws {
        let failing = try #require(
            (0..<Self.traces).first { SchedulerTrace.failure(seed: $0, in: OvertakingScheduler.self) != nil })
        let shrunk = SchedulerTrace(seed: failing).shrunk {
            $0.firstDifference(in: OvertakingScheduler.self) != nil
        }
        #expect(shrunk.steps.count == 3)
        let writes = shrunk.steps.map { step in
            if case .submit(_, _, let writes) = step { writes } else { true }
        }
        #expect(writes == [false, true, false])
        let message = try #require(SchedulerTrace.failure(seed: failing, in: OvertakingScheduler.self))
        #expect(message.contains("seed \(failing)"))
        #expect(message.contains(shrunk.description))
    }

    @Test func `Operations that start one another while they are withdrawn together are found and shrunk`() throws {
        let failing = try #require(
            (0..<Self.traces).first { SchedulerTrace.failure(seed: $0, in: OneByOneScheduler.self) != nil })
        let shrunk = SchedulerTrace(seed: failing).shrunk { $0.firstDifference(in: OneByOneScheduler.self) != nil }
        #expect(shrunk.steps.count == 4)
        #expect(shrunk.steps.prefix(3).allSatisfy { if case .submit = $0 { true } else { false } })
        #expect(shrunk.firstDifference(in: SystemUnderTest.self) == nil)
    }
}

/// The scheduler with labels for its operations.
private struct SystemUnderTest: TracedScheduler {
    private let scheduler: TestedScheduler
    private var groups: [Int: ConflictScheduler.GroupID] = [:]
    private var operations: [Int: ConflictScheduler.OperationID] = [:]
    /// By the operation's own number.
    private var labels: [Int] = []
    private var withdrawn: [ConflictScheduler.OperationID] = []

    private var step = 0

    init(limit: Int) {
        scheduler = TestedScheduler(limit: limit)
    }

    mutating func submit(_ label: Int, groups declared: [Int], writes: Bool) -> [Int] {
        var numbers: [ConflictScheduler.GroupID] = []
        for group in declared {
            let number = groups[group] ?? scheduler.addGroup()
            groups[group] = number
            numbers.append(number)
        }
        let operation = scheduler.submit(groups: numbers, writes: writes)
        operations[label] = operation
        while labels.count <= Int(operation) { labels.append(-1) }
        labels[Int(operation)] = label
        return scheduler.state(of: operation) == .running ? [label] : takeStarted()
    }

    mutating func finish(_ label: Int) -> [Int] {
        scheduler.finish(operations.removeValue(forKey: label)!)
        return takeStarted()
    }

    mutating func withdraw(_ labels: [Int]) -> [Int] {
        let ids = labels.map { operations.removeValue(forKey: $0)! }
        scheduler.withdraw(ids)
        withdrawn += ids
        return takeStarted()
    }

    mutating func release() {
        for operation in withdrawn { scheduler.release(operation) }
        withdrawn = []
        // Groups that nobody declares come and go.
        for (group, number) in groups where scheduler.isIdle(group: number) {
            scheduler.removeGroup(number)
            groups[group] = nil
        }
    }

    private mutating func takeStarted() -> [Int] {
        step += 1
        return labels(of: scheduler.takeStarted())
    }

    private func labels(of ids: [ConflictScheduler.OperationID]) -> [Int] {
        ids.map { labels[Int($0)] }
    }

    func difference(from model: SchedulerModel) -> String? {
        let unfinished = labels(of: scheduler.operations())
        if unfinished != model.operations.map(\.label) { return "unfinished \(unfinished)" }
        if scheduler.runningCount != model.running.count { return "counts \(scheduler.runningCount) running" }
        if scheduler.queuedCount != model.queued.count { return "counts \(scheduler.queuedCount) queued" }
        if scheduler.isIdle != model.operations.isEmpty { return "is idle: \(scheduler.isIdle)" }
        for operation in model.operations {
            let id = operations[operation.label]!
            let state = scheduler.state(of: id)
            let isRunning = state == .running
            if isRunning != operation.isRunning { return "\(operation.label) runs: \(isRunning)" }
            if scheduler.isQueued(id) == isRunning { return "\(operation.label) is queued: \(!isRunning)" }
            if scheduler.writes(id) != operation.writes { return "\(operation.label) has the wrong access" }
        }
        return deepDifference(from: model)
    }

    /// What an operation waits for, and who is in a group: checked for one of each a step, as that is slow.
    private func deepDifference(from model: SchedulerModel) -> String? {
        let queued = model.queued
        if !queued.isEmpty {
            let label = queued[step % queued.count]
            let id = operations[label]!
            let blockers = Set(labels(of: Array(scheduler.blockers(of: id))))
            if blockers != model.waitsFor(label) { return "\(label) waits for \(blockers)" }
            if (scheduler.state(of: id) == .ready) != blockers.isEmpty { return "\(label) is misjudged" }
        }
        if let (group, number) = groups.first {
            let members = labels(of: scheduler.operations(in: number))
            if members != model.declaring(GroupMask([group])) { return "group \(group) has \(members)" }
        }
        return nil
    }
}

/// Broken on purpose: a reader starts when no earlier *running* operation conflicts, past queued writers.
private struct OvertakingScheduler: TracedScheduler {
    private var model: SchedulerModel

    init(limit: Int) { model = SchedulerModel(limit: limit) }

    mutating func submit(_ label: Int, groups: [Int], writes: Bool) -> [Int] {
        let started = model.submit(label, groups: GroupMask(groups), writes: writes)
        guard started.isEmpty, !writes, model.running.count < model.limit else { return started }
        let running = model.operations.filter { $0.isRunning && $0.groups.overlaps(GroupMask(groups)) }
        return running.contains { $0.writes } ? [] : [label]
    }

    mutating func finish(_ label: Int) -> [Int] { model.finish(label) }
    mutating func withdraw(_ labels: [Int]) -> [Int] { model.withdraw(Set(labels)) }
    mutating func release() {}
    func difference(from model: SchedulerModel) -> String? { nil }
}

/// Broken on purpose: withdraws one after the other, so that one of them may start another.
private struct OneByOneScheduler: TracedScheduler {
    private var model: SchedulerModel

    init(limit: Int) { model = SchedulerModel(limit: limit) }

    mutating func submit(_ label: Int, groups: [Int], writes: Bool) -> [Int] {
        model.submit(label, groups: GroupMask(groups), writes: writes)
    }

    mutating func finish(_ label: Int) -> [Int] { model.finish(label) }
    mutating func withdraw(_ labels: [Int]) -> [Int] { labels.flatMap { model.withdraw([$0]) } }
    mutating func release() {}
    func difference(from model: SchedulerModel) -> String? { nil }
}
