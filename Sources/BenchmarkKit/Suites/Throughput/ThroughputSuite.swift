/// **Question.** What does an operation cost, from the first submission to the last end, and what the submission alone?
///
/// **Cases.** Every implementation, by producers, backlog (operations submitted before any is awaited) and body.
/// **Body.** Each producer submits its share, then awaits every handle; a sample is as many such passes as make it
/// long against the clock. **Checks.** Order, exclusion, nothing lost or run twice, as far as the implementation
/// promises them. **Reference.** The first implementation given.
public struct ThroughputSuite: BenchmarkSuite {
    /// `throughput`.
    public let name = "throughput"
    public let question = "What does an operation cost from submission to end, and the submission alone?"

    static let operationTime = MetricDefinition("operation_time", unit: "ns")
    static let submitTime = MetricDefinition("submit_time", unit: "ns")
    /// What of ``operationTime`` is the harness: the same loop and checks with nothing between submission and operation.
    /// Next to what any implementation takes, 5 ns are nothing.
    static let loopTime = MetricDefinition("loop_time", unit: "ns", resolution: 5)

    /// What a queue keeps of one operation that waits, the operation's own closure included.
    static let queuedBytes = MetricDefinition("bytes_per_queued_operation", unit: "B")
    /// The most that a backlog took while it waited and ran.
    static let peakMemory = MetricDefinition("peak_memory", unit: "B")

    private let implementations: [any SubmissionImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any SubmissionImplementation.Type]) {
        self.implementations = implementations
    }

    private struct Shape {
        var producers = 1
        let backlog: Int
        var body = OperationBody.empty
    }

    private func shapes(_ profile: BenchmarkProfile) -> [Shape] {
        let bodies: [OperationBody] = [.spin(nanoseconds: 1_000), .yield, .sleep(nanoseconds: 100_000)]
        let backlogs: [Int]
        switch profile {
        case .tiny: return [Shape(backlog: 10), Shape(producers: 2, backlog: 10), Shape(backlog: 10, body: .yield)]
        case .quick: backlogs = [1, 100, 1_000, 10_000]
        case .standard: backlogs = [1, 10, 100, 1_000, 10_000, 100_000]
        case .full: backlogs = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
        }
        var shapes = backlogs.map { Shape(backlog: $0) }
        shapes += bodies.map { Shape(backlog: 100, body: $0) }
        let producers = profile == .quick ? [4] : profile == .standard ? [2, 4] : [2, 4, 8, 16]
        shapes += producers.map { Shape(producers: $0, backlog: 1_000) }
        return shapes
    }

    /// By producers, backlog and body.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        shapes(options.profile).flatMap { shape in
            implementations.enumerated().map { index, implementation in
                plan(implementation, shape: shape, isReference: index == 0, options: options)
            }
        }
    }

    private func plan<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type, shape: Shape, isReference: Bool, options: SuiteOptions
    ) -> PlannedCase {
        let pass = Double(shape.backlog) * 0.75e-6
        // As seen on average over the implementations: what sleeps wakes up late.
        let expected = Double(shape.backlog) * (shape.body == .sleep(nanoseconds: 100_000) ? 150e-6 : 2e-6)
        let rounds =
            switch options.profile {
            case .tiny: RoundPlan(seconds: 0.001, count: 2)
            case .quick: RoundPlan(dividing: 0.12, shortest: 0.0075, pass: pass, fewest: 5)
            case .standard: RoundPlan(dividing: 1, shortest: 0.0075, pass: pass, fewest: 25)
            case .full: RoundPlan(seconds: max(1, pass), count: 15)
            }
        let suspends = shape.body.suspends && !Implementation.capabilities.contains(.canSuspend)
        return PlannedCase(
            BenchmarkCase(
                suite: name, implementation: Implementation.name,
                parameters: [
                    CaseParameter("producers", shape.producers), CaseParameter("backlog", shape.backlog),
                    CaseParameter("body", shape.body),
                ]),
            isReference: isReference, expectedSecondsPerRound: rounds.seconds, rounds: rounds.count,
            expectedSecondsPerPass: expected, skipReason: suspends ? "runs only work that does not suspend" : nil,
            allocationPass: Self.allocationPass(implementation, shape),
            memoryPass: Self.memoryPass(implementation, shape)
        ) { context in
            let times = try await Self.times(implementation, shape: shape, seconds: context.seconds)
            var metrics = [
                MetricRound(Self.operationTime, .samples(times.operation)),
                MetricRound(Self.submitTime, .samples(times.submission)),
            ]
            if isReference {
                let loop = try await Self.times(
                    EmptyLoop.self, shape: Shape(producers: shape.producers, backlog: shape.backlog),
                    seconds: context.seconds / 10)
                metrics.append(MetricRound(Self.loopTime, .samples(loop.operation)))
            }
            return metrics
        }
    }

    /// Enough operations that the few allocations of a pass itself do not count, and all of them empty.
    private static func allocationPass<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type, _ shape: Shape
    ) -> (@Sendable () async throws -> Int)? {
        guard case .empty = shape.body, shape.producers == 1, (1_000...10_000).contains(shape.backlog) else {
            return nil
        }
        return {
            _ = try await Self.pass(Implementation(), shape: shape)
            return shape.backlog
        }
    }

    /// Backlogs large enough that the runner itself does not count.
    private static let memoryBacklogs: Set<Int> = [10_000, 1_000_000]

    private static func memoryPass<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type, _ shape: Shape
    ) -> (@Sendable (MemoryGauge) async throws -> [MetricRound])? {
        guard case .empty = shape.body, shape.producers == 1, memoryBacklogs.contains(shape.backlog) else { return nil }
        return { try await QueuedMemory<Implementation>(backlog: shape.backlog).measure($0) }
    }

    /// Runs each operation where it is submitted.
    private struct EmptyLoop: SubmissionImplementation {
        static let name = "loop"
        static let capabilities: ImplementationCapabilities = []
        func submit(_ operation: @escaping @Sendable () -> Void) { operation() }
    }

    /// Nanoseconds an operation, a sample each.
    private static func times<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type, shape: Shape, seconds: Double
    ) async throws -> (operation: [Double], submission: [Double]) {
        let runner = Implementation()
        let samples = try await RepeatedPasses.samples(seconds: seconds, operations: shape.backlog) {
            let pass = try await Self.pass(runner, shape: shape)
            return [pass.total, pass.submitting]
        }
        return (samples[0], samples[1])
    }

    /// One backlog, submitted and awaited. `submitting` is summed over the producers.
    private static func pass<Implementation: SubmissionImplementation>(
        _ runner: Implementation, shape: Shape
    ) async throws -> (total: UInt64, submitting: UInt64) {
        let exclusion = ExclusionCheck()
        let batches = (0..<shape.producers).map { producer in
            OperationBatch(
                count: shape.backlog * (producer + 1) / shape.producers - shape.backlog * producer / shape.producers,
                body: shape.body, capabilities: Implementation.capabilities, exclusion: exclusion)
        }
        for batch in batches { StallWatch.shared.add(batch) }
        defer { for batch in batches { StallWatch.shared.remove(batch) } }
        let start = MonotonicClock.nanoseconds()
        var submitting: UInt64 = 0
        if batches.count == 1 {
            submitting = await submitAndWait(runner, batches[0])
        } else {
            submitting = await withTaskGroup(of: UInt64.self) { group in
                for batch in batches { group.addTask { await submitAndWait(runner, batch) } }
                return await group.reduce(0, +)
            }
        }
        let total = MonotonicClock.nanoseconds() - start
        for batch in batches { try batch.check() }
        return (total, submitting)
    }

    private static func submitAndWait<Implementation: SubmissionImplementation>(
        _ runner: Implementation, _ batch: OperationBatch
    ) async -> UInt64 {
        let start = MonotonicClock.nanoseconds()
        let handles = runner.submitAll(batch)
        let submitting = MonotonicClock.nanoseconds() - start
        if Implementation.capabilities.contains(.hasHandle) {
            // An operation that its handle says has ended, and that did not run, is lost: `check` tells.
            for handle in handles { await runner.wait(for: handle) }
        } else {
            await batch.waitUnwatched()
        }
        return submitting
    }
}
