import Testing

@testable import TaskRunners

/// The scheduler alone, step by step.
struct ConflictSchedulerTests {
    private typealias ID = ConflictScheduler.OperationID

    private func scheduler(groups: Int, limit: Int = .max) -> (TestedScheduler, [ConflictScheduler.GroupID]) {
        let scheduler = TestedScheduler(limit: limit)
        let groups = (0..<groups).map { _ in scheduler.addGroup() }
        return (scheduler, groups)
    }

    @Test func `An operation that may start does so when it is submitted and is not listed as started`() {
        let (systemUnderTest, groups) = scheduler(groups: 1)
        let operation = systemUnderTest.submit(groups: groups, writes: true)
        #expect(systemUnderTest.state(of: operation) == .running)
        #expect(systemUnderTest.takeStarted().isEmpty)
        #expect(systemUnderTest.runningCount == 1)
        #expect(systemUnderTest.queuedCount == 0)
        #expect(!systemUnderTest.isIdle)
    }

    @Test func `finish lists what may start, earliest first, across groups`() {
        let (systemUnderTest, groups) = scheduler(groups: 3)
        let holder = systemUnderTest.submit(groups: groups, writes: true)
        let waiting = [2, 0, 1, 0].map { systemUnderTest.submit(groups: [groups[$0]], writes: false) }
        #expect(waiting.allSatisfy { systemUnderTest.state(of: $0) == .waiting })
        systemUnderTest.finish(holder)
        #expect(systemUnderTest.takeStarted() == waiting)
    }

    @Test func `A step adds to what earlier steps listed, until the caller clears it`() {
        let (systemUnderTest, groups) = scheduler(groups: 2)
        let holders = groups.map { systemUnderTest.submit(groups: [$0], writes: true) }
        let waiting = groups.map { systemUnderTest.submit(groups: [$0], writes: true) }
        systemUnderTest.finish(holders[1])
        systemUnderTest.finish(holders[0])
        #expect(systemUnderTest.takeStarted() == [waiting[1], waiting[0]])
    }

    @Test func `Behind the limit an operation is ready, behind a conflict it waits`() {
        let (systemUnderTest, groups) = scheduler(groups: 2, limit: 1)
        let running = systemUnderTest.submit(groups: [groups[0]], writes: true)
        let waiting = systemUnderTest.submit(groups: [groups[0]], writes: true)
        let ready = systemUnderTest.submit(groups: [groups[1]], writes: true)
        #expect([running, waiting, ready].map { systemUnderTest.state(of: $0) } == [.running, .waiting, .ready])
        #expect([running, waiting, ready].map { systemUnderTest.isQueued($0) } == [false, true, true])
        systemUnderTest.finish(running)
        #expect(systemUnderTest.takeStarted() == [waiting])
    }

    @Test func `Sequences ascend in order of submission, also when places are reused`() {
        let (systemUnderTest, groups) = scheduler(groups: 1)
        let first = systemUnderTest.submit(groups: groups, writes: true)
        let firstSequence = systemUnderTest.sequence(of: first)
        systemUnderTest.finish(first)
        let second = systemUnderTest.submit(groups: groups, writes: true)
        #expect(second == first)
        #expect(systemUnderTest.sequence(of: second) > firstSequence)
    }

    @Test func `A withdrawn operation is as if it had never been submitted`() {
        let (systemUnderTest, groups) = scheduler(groups: 2)
        _ = systemUnderTest.submit(groups: [groups[0]], writes: false)
        let write = systemUnderTest.submit(groups: groups, writes: true)
        let reads = groups.map { systemUnderTest.submit(groups: [$0], writes: false) }
        systemUnderTest.withdraw([write])
        #expect(systemUnderTest.state(of: write) == .removed)
        #expect(systemUnderTest.takeStarted() == reads)
        #expect(systemUnderTest.operations().contains(write) == false)
        #expect(systemUnderTest.queuedCount == 0)
    }

    @Test func `Those withdrawn in one step never start one another`() {
        let (systemUnderTest, groups) = scheduler(groups: 2)
        _ = systemUnderTest.submit(groups: [groups[0]], writes: true)
        let first = systemUnderTest.submit(groups: groups, writes: true)
        let second = systemUnderTest.submit(groups: [groups[1]], writes: true)
        let third = systemUnderTest.submit(groups: [groups[1]], writes: true)
        systemUnderTest.withdraw([first, second])
        #expect(systemUnderTest.takeStarted() == [third])
    }

    @Test func `The place of a withdrawn operation is kept until it is released`() {
        let (systemUnderTest, groups) = scheduler(groups: 1)
        _ = systemUnderTest.submit(groups: groups, writes: true)
        let withdrawn = systemUnderTest.submit(groups: groups, writes: true)
        systemUnderTest.withdraw([withdrawn])
        #expect(systemUnderTest.submit(groups: groups, writes: true) != withdrawn)
        systemUnderTest.release(withdrawn)
        #expect(systemUnderTest.submit(groups: groups, writes: true) == withdrawn)
    }

    @Test func `Many withdrawn behind the limit leave the others their order`() throws {
        let (systemUnderTest, groups) = scheduler(groups: 1, limit: 1)
        let running = systemUnderTest.submit(groups: groups, writes: false)
        let ready = (0..<200).map { _ in systemUnderTest.submit(groups: groups, writes: false) }
        let kept = ready.enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
        let withdrawn = ready.filter { !kept.contains($0) }
        systemUnderTest.withdraw(withdrawn)
        for operation in withdrawn { systemUnderTest.release(operation) }
        // New ones take the places of the withdrawn.
        let late = (0..<50).map { _ in systemUnderTest.submit(groups: groups, writes: false) }
        var order: [ID] = []
        var next = running
        for _ in 0..<70 {
            systemUnderTest.finish(next)
            let started = systemUnderTest.takeStarted()
            try #require(started.count == 1)
            next = started[0]
            order.append(next)
        }
        #expect(order == kept + late)
    }

    @Test func `A group is idle when no unfinished operation declares it`() {
        let (systemUnderTest, groups) = scheduler(groups: 2)
        let holder = systemUnderTest.submit(groups: [groups[0]], writes: true)
        let queued = systemUnderTest.submit(groups: groups, writes: true)
        #expect(groups.map { systemUnderTest.isIdle(group: $0) } == [false, false])
        systemUnderTest.withdraw([queued])
        #expect(groups.map { systemUnderTest.isIdle(group: $0) } == [false, true])
        systemUnderTest.finish(holder)
        #expect(groups.map { systemUnderTest.isIdle(group: $0) } == [true, true])
        systemUnderTest.removeGroup(groups[0])
        #expect(systemUnderTest.addGroup() == groups[0])
    }

    @Test func `It tells who is in a group, which groups an operation has, and what holds it back`() {
        let (systemUnderTest, groups) = scheduler(groups: 2)
        let write = systemUnderTest.submit(groups: [groups[0]], writes: true)
        let reads = (0..<2).map { _ in systemUnderTest.submit(groups: groups, writes: false) }
        let last = systemUnderTest.submit(groups: [groups[0]], writes: true)
        #expect(systemUnderTest.operations(in: groups[0]) == [write] + reads + [last])
        #expect(systemUnderTest.operations(in: groups[1]) == reads)
        #expect(systemUnderTest.operations() == [write] + reads + [last])
        #expect(systemUnderTest.groups(of: reads[0]) == groups)
        #expect(systemUnderTest.blockers(of: write).isEmpty)
        #expect(systemUnderTest.blockers(of: reads[1]) == [write])
        #expect(systemUnderTest.blockers(of: last) == Set(reads))
        #expect([write, last].map { systemUnderTest.writes($0) } == [true, true])
        #expect(systemUnderTest.writes(reads[0]) == false)
    }
}
