import TaskRunners
import TestSupport
import Testing

/// Line 1 of the contract: the order in which operations start.
struct StartingOrderTests {
    @Test(arguments: RunnerKind.allCases)
    func `Operations run one at a time in the order of the run calls`(kind: RunnerKind) {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        for label in ["a", "b", "c"] { stage.run(label, on: systemUnderTest) }
        #expect(stage.settle() == ["start a"])
        #expect(stage.end("a") == ["end a", "start b"])
        #expect(stage.end("b") == ["end b", "start c"])
        #expect(stage.end("c") == ["end c"])
    }

    @Test(arguments: RunnerKind.allCases)
    func `Priority never reorders`(kind: RunnerKind) {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        let priorities: [TaskPriority] = [.background, .low, .high, .userInitiated, .medium, .background, .high]
        let labels = priorities.indices.map(String.init)
        for (label, priority) in zip(labels, priorities) { stage.run(label, on: systemUnderTest, priority: priority) }
        var events = stage.settle()
        for label in labels { events += stage.end(label) }
        #expect(events == labels.flatMap { ["start \($0)", "end \($0)"] })
    }

    @Test(arguments: RunnerKind.allCases)
    func `Operations start in order whichever of their tasks gets a thread first`(kind: RunnerKind) {
        for seed in 0..<50 as Range<UInt64> {
            let stage = Stage(seed: seed)
            let systemUnderTest = kind.make(executor: stage.executor)
            let labels = (0..<8).map(String.init)
            for label in labels { stage.run(label, on: systemUnderTest) }
            var events = stage.settle()
            for label in labels { events += stage.end(label) }
            #expect(events == labels.flatMap { ["start \($0)", "end \($0)"] }, "seed \(seed)")
        }
    }

    @Test(arguments: RunnerKind.allCases)
    func `An operation that ends before its task is awaited leaves its value`(kind: RunnerKind) async throws {
        let stage = Stage()
        let systemUnderTest = kind.make(executor: stage.executor)
        let first = systemUnderTest.run { 1 }
        let second = systemUnderTest.run { "two" }
        stage.settle()
        #expect(try await first.value == 1)
        #expect(try await second.value == "two")
    }

    @Test(arguments: RunnerKind.allCases)
    func `Submissions from one thread keep their order on the global executor`(kind: RunnerKind) async throws {
        let systemUnderTest = kind.make()
        let log = EventLog<Int>()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<1000 {
            tasks.append(systemUnderTest.run(priority: number % 2 == 0 ? .low : .high) { log.append(number) })
        }
        for task in tasks { try await task.value }
        #expect(log.events == Array(0..<1000))
    }
}

extension ExclusiveRunner {
    fileprivate func run<Output: Sendable>(
        priority: TaskPriority, operation: @escaping @Sendable () async throws -> Output
    ) -> Task<Output, any Error> {
        run(name: nil, priority: priority, operation: operation)
    }
}
