import TaskRunners
import TestSupport
import Testing

/// Line 12 of the contract: cancellation against everything it can race with, very often.
@Suite(.serialized)
struct RunnerRaceTests {
    private typealias Runner = GroupedTaskRunner<Int>
    private static let limits = [1, 3, .max]

    // MARK: Start

    @Test func `Cancel racing with start, in one queue`() async {
        await Races.inBatches { number, random in
            let systemUnderTest = RunnerKind.allCases[number % 2].make()
            let gate = Gate()
            let resource = Resource()
            let holder = Racer(resource)
            let holderTask = systemUnderTest.run { await holder.run { await gate.wait() } }
            let racers = (0..<Races.batch).map { _ in Racer(resource) }
            let tasks = racers.map { racer in systemUnderTest.run { await racer.run() } }
            let last = Racer(resource)
            let lastTask = systemUnderTest.run { await last.run() }
            let order = tasks.indices.shuffled(using: &random)
            await race {
                gate.open()
            } against: {
                for index in order { tasks[index].cancel() }
            }
            let holderIsWell = await holder.check(holderTask)
            #expect(holderIsWell && holder.timesStarted == 1, "batch \(number)")
            for (racer, task) in zip(racers, tasks) {
                if await !racer.check(task) { Issue.record("batch \(number): an operation was lost or run twice") }
            }
            let lastIsWell = await last.check(lastTask)
            #expect(lastIsWell && last.timesStarted == 1, "batch \(number)")
            #expect(resource.isIntact, "batch \(number)")
        }
    }

    @Test func `Cancel racing with start, in many queues under a limit`() async {
        await Races.inBatches { number, random in
            let systemUnderTest = Runner(limit: Self.limits[number % 3])
            let queues = submitQueues(to: systemUnderTest, random: &random)
            let order = queues.indices.shuffled(using: &random)
            await race {
                for queue in queues { queue.gate.open() }
            } against: {
                for index in order { queues[index].middleTask.cancel() }
            }
            for queue in queues { await queue.check(firstMustRun: true, batch: number) }
            await checkLimit(of: systemUnderTest, batch: number)
        }
    }

    // MARK: Finish

    @Test func `Cancel racing with finish`() async {
        await Races.inBatches { number, random in
            let systemUnderTest = Runner(limit: Self.limits[number % 3])
            let queues = submitQueues(to: systemUnderTest, random: &random)
            await race {
                for queue in queues { queue.gate.open() }
            } against: {
                for queue in queues { queue.firstTask.cancel() }
            }
            for queue in queues { await queue.check(firstMustRun: false, batch: number) }
            await checkLimit(of: systemUnderTest, batch: number)
        }
    }

    // MARK: Submit

    @Test func `Cancel racing with submit`() async {
        await Races.inBatches { number, random in
            let systemUnderTest = Runner(limit: Self.limits[number % 3])
            let resources = (0..<4).map { _ in Resource() }
            let racers = (0..<Races.batch).map { _ in
                Racer(resources[random.next(below: 4)], writing: random.next(below: 3) > 0)
            }
            let groups = racers.map { racer in resources.firstIndex { $0 === racer.resource }! }
            let dice = racers.map { _ in random.next(below: 10) }
            let tasks = Shared<[Task<Void, any Error>]>([])
            await race {
                for index in racers.indices {
                    let racer = racers[index]
                    let group: Set = [groups[index]]
                    let cancels = racer.writing && dice[index] == 0
                    let task = systemUnderTest.run(
                        groups: group, access: racer.writing ? .write : .read, cancelling: cancels ? group : []
                    ) {
                        await racer.run()
                    }
                    // Between the submission and the arrival of its task.
                    if dice[index] == 1 { task.cancel() }
                    tasks.update { $0.append(task) }
                }
            } against: {
                for index in dice.indices {
                    switch dice[index] {
                    case 0...2: systemUnderTest.cancel(groups: [groups[index]])
                    case 3: systemUnderTest.cancelAll()
                    default: tasks.value.last?.cancel()
                    }
                }
            }
            for (racer, task) in zip(racers, tasks.value) {
                if await !racer.check(task) { Issue.record("batch \(number): an operation was lost or run twice") }
            }
            let areIntact = resources.allSatisfy(\.isIntact)
            #expect(areIntact, "batch \(number)")
            await checkLimit(of: systemUnderTest, batch: number)
        }
    }

    // MARK: Release

    @Test func `Cancel racing with the release of the runner`() async {
        await Races.inBatches { number, _ in
            let kind = RunnerKind.allCases[number % 2]
            let runners = Shared<[(any ExclusiveRunner)?]>((0..<Races.batch).map { _ in kind.make() })
            let racers = (0..<Races.batch).map { _ in
                let resource = Resource()
                return (first: Racer(resource), middle: Racer(resource), last: Racer(resource))
            }
            let tasks = zip(runners.value, racers).map { runner, racers in
                (
                    first: runner!.run { await racers.first.run() },
                    middle: runner!.run { await racers.middle.run() },
                    last: runner!.run { await racers.last.run() }
                )
            }
            await race {
                for index in 0..<Races.batch { runners.update { $0[index] = nil } }
            } against: {
                for task in tasks { task.middle.cancel() }
            }
            for (racers, tasks) in zip(racers, tasks) {
                let first = await racers.first.check(tasks.first)
                let middle = await racers.middle.check(tasks.middle)
                let last = await racers.last.check(tasks.last)
                let mustRun = racers.first.timesStarted == 1 && racers.last.timesStarted == 1
                if !(first && middle && last && mustRun && racers.first.resource.isIntact) {
                    Issue.record("batch \(number): an operation was lost or run twice, or overlapped another")
                }
            }
        }
    }

    // MARK: Helpers

    /// Three operations of one group: the first waits at the gate, the others wait for the first.
    private struct Queue {
        let gate = Gate()
        let resource: Resource
        let first, middle, last: Racer
        let firstTask, middleTask, lastTask: Task<Void, any Error>

        init(group: Int, on runner: Runner, random: inout SplitMix64) {
            resource = Resource()
            first = Racer(resource, writing: random.next(below: 2) == 0)
            middle = Racer(resource, writing: random.next(below: 2) == 0)
            last = Racer(resource)
            firstTask = Self.submit(first, group, runner) { [gate] in await gate.wait() }
            middleTask = Self.submit(middle, group, runner)
            lastTask = Self.submit(last, group, runner)
        }

        private static func submit(
            _ racer: Racer, _ group: Int, _ runner: Runner, body: @escaping @Sendable () async -> Void = {}
        ) -> Task<Void, any Error> {
            runner.run(groups: [group], access: racer.writing ? .write : .read) { await racer.run(body) }
        }

        func check(firstMustRun: Bool, batch: Int) async {
            var isWell = await first.check(firstTask)
            isWell = await middle.check(middleTask) && isWell
            isWell = await last.check(lastTask) && isWell
            isWell = isWell && last.timesStarted == 1 && (!firstMustRun || first.timesStarted == 1)
            if !isWell { Issue.record("batch \(batch): an operation was lost or run twice") }
            if !resource.isIntact { Issue.record("batch \(batch): conflicting operations overlapped") }
        }
    }

    private func submitQueues(to runner: Runner, random: inout SplitMix64) -> [Queue] {
        (0..<Races.batch).map { Queue(group: $0, on: runner, random: &random) }
    }

    /// Runs both at once, as far as the machine allows.
    private func race(
        _ one: @escaping @Sendable () -> Void, against other: @escaping @Sendable () -> Void
    ) async {
        async let first: Void = one()
        async let second: Void = other()
        _ = await (first, second)
    }

    /// The limit is whole when as many operations as it says run at the same moment, and one more does not.
    private func checkLimit(of runner: Runner, batch: Int) async {
        await runner.waitUntilIdle()
        guard runner.snapshot.limit != .max else { return }
        let limit = runner.snapshot.limit
        let gate = Gate()
        let arrived = Latch(limit)
        let tasks = (0...limit).map { number in
            runner.run(groups: [1_000_000 + number], access: .write) {
                arrived.countDown()
                await gate.wait()
            }
        }
        #expect(runner.runningCount == limit, "batch \(batch)")
        #expect(runner.queuedCount == 1, "batch \(batch)")
        if runner.runningCount == limit { await arrived.wait() }
        gate.open()
        for task in tasks { _ = await task.result }
    }
}
