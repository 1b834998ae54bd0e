/// **Question.** What does it cost to keep tasks by key, for each duplicate-key behaviour?
///
/// **Cases.** Every implementation that has the behaviour, by behaviour and number of keys: one hot key, replaced over
/// and over, up to a key for every task. **Body.** On one actor: adds a backlog of tasks, then awaits each. **Checks.**
/// As many operations ran as the behaviour says; no entry is left. **Reference.** The first
/// implementation given: bare tasks.
public struct StoreSuite: BenchmarkSuite {
    /// `store`.
    public let name = "store"
    public let question = "What does it cost to keep tasks by key, for each duplicate-key behaviour?"

    static let operationTime = MetricDefinition("operation_time", unit: "ns")
    static let addTime = MetricDefinition("add_time", unit: "ns")
    /// What is still allocated for a key after all tasks have ended.
    static let memoryLeft = MetricDefinition("memory_left", unit: "B")
    private let implementations: [any StoreImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any StoreImplementation.Type]) {
        self.implementations = implementations
    }

    private struct Shape {
        let behavior: StoreBehavior
        let keys: Int
        let backlog: Int
    }

    private func shapes(_ profile: BenchmarkProfile) -> [Shape] {
        switch profile {
        case .tiny: StoreBehavior.allCases.map { Shape(behavior: $0, keys: 1, backlog: 10) }
        case .quick:
            StoreBehavior.allCases.map { Shape(behavior: $0, keys: 1, backlog: 1_000) }
                + [Shape(behavior: .cancelPrevious, keys: 1_000, backlog: 1_000)]
        case .standard:
            StoreBehavior.allCases.flatMap { behavior in
                [(1, 1), (1, 10_000), (10_000, 10_000), (100_000, 100_000)].map {
                    Shape(behavior: behavior, keys: $0.0, backlog: $0.1)
                }
            }
        case .full:
            StoreBehavior.allCases.flatMap { behavior in
                [1, 10, 1_000, 100_000].flatMap { keys in
                    [1, 1_000, 100_000].map { Shape(behavior: behavior, keys: keys, backlog: $0) }
                }
            }
        }
    }

    /// By behaviour, keys and backlog.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        shapes(options.profile).flatMap { shape in
            implementations.enumerated().map { index, implementation in
                plan(implementation, shape, isReference: index == 0, options)
            }
        }
    }

    private func plan<Implementation: StoreImplementation>(
        _ implementation: Implementation.Type, _ shape: Shape, isReference: Bool, _ options: SuiteOptions
    ) -> PlannedCase {
        let pass = Double(shape.backlog) * 1e-6
        let rounds =
            switch options.profile {
            case .tiny: RoundPlan(seconds: 0.001, count: 2)
            case .quick: RoundPlan(dividing: 0.12, shortest: 0.005, pass: pass, fewest: 5)
            case .standard: RoundPlan(dividing: 1, shortest: 0.0075, pass: pass, fewest: 15)
            case .full: RoundPlan(seconds: max(0.5, pass), count: 15)
            }
        return PlannedCase(
            BenchmarkCase(
                suite: name, implementation: Implementation.name,
                parameters: [
                    CaseParameter("behavior", shape.behavior), CaseParameter("keys", shape.keys),
                    CaseParameter("backlog", shape.backlog),
                ]),
            isReference: isReference, expectedSecondsPerRound: rounds.seconds, rounds: rounds.count,
            // As seen: a hundred thousand tasks no longer fit into the caches.
            expectedSecondsPerPass: Double(shape.backlog) * (shape.backlog < 100_000 ? 1.5e-6 : 2.7e-6),
            skipReason: Implementation.behaviors.contains(shape.behavior) ? nil : "has no such behaviour",
            allocationPass: Self.allocationPass(implementation, shape),
            memoryPass: Self.memoryPass(implementation, shape)
        ) { context in
            try await StoreBench<Implementation>().measure(shape, seconds: context.seconds)
        }
    }

    /// Enough tasks that the few allocations of a pass itself do not count.
    private static func allocationPass<Implementation: StoreImplementation>(
        _ implementation: Implementation.Type, _ shape: Shape
    ) -> (@Sendable () async throws -> Int)? {
        guard (1_000...10_000).contains(shape.backlog) else { return nil }
        return {
            _ = try await StoreBench<Implementation>().pass(shape)
            return shape.backlog
        }
    }

    private static func memoryPass<Implementation: StoreImplementation>(
        _ implementation: Implementation.Type, _ shape: Shape
    ) -> (@Sendable (MemoryGauge) async throws -> [MetricRound])? {
        guard (1_000...10_000).contains(shape.backlog) else { return nil }
        return { gauge in
            let left = try await StoreBench<Implementation>().bytesLeft(shape, gauge)
            return [MetricRound(memoryLeft, .samples([Double(left) / Double(min(shape.keys, shape.backlog))]))]
        }
    }

    /// The actor that the stores belong to.
    private actor StoreBench<Implementation: StoreImplementation> {
        private let store = Implementation()

        func measure(_ shape: Shape, seconds: Double) async throws -> [MetricRound] {
            let samples = try await RepeatedPasses.samples(seconds: seconds, operations: shape.backlog) {
                try await pass(shape)
            }
            return [MetricRound(operationTime, .samples(samples[0])), MetricRound(addTime, .samples(samples[1]))]
        }

        /// Of one backlog, added and awaited, what the store still keeps.
        func bytesLeft(_ shape: Shape, _ gauge: MemoryGauge) async throws -> Int {
            let before = gauge.bytes()
            _ = try await pass(shape)
            return gauge.bytes() - before
        }

        /// One backlog, added and awaited: nanoseconds of the whole, and of adding.
        func pass(_ shape: Shape) async throws -> [UInt64] {
            let batch = OperationBatch(
                count: shape.backlog, body: .empty, capabilities: [], exclusion: ExclusionCheck())
            let start = MonotonicClock.nanoseconds()
            var tasks: [Task<Void, Never>] = []
            tasks.reserveCapacity(shape.backlog)
            for index in 0..<shape.backlog {
                tasks.append(
                    store.add(index % shape.keys, shape.behavior, isolation: self) { batch.run(index) })
            }
            let added = MonotonicClock.nanoseconds() - start
            for task in tasks { await task.value }
            let total = MonotonicClock.nanoseconds() - start
            // The actor was busy adding, so that no task had begun: it is known which of them ran.
            let runs =
                Implementation.keepsKeys && !shape.behavior.runsAll ? min(shape.backlog, shape.keys) : shape.backlog
            if batch.endedCount != runs {
                throw ContractViolation("\(shape.behavior): \(batch.endedCount) runs of \(runs) operations")
            }
            let left = store.count(isolation: self)
            if left != 0 { throw ContractViolation("an ended task leaves no entry: \(left) are left") }
            return [total, added]
        }
    }
}
