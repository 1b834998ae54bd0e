import Foundation

/// **Question.** Who waits under read and write contention, how long, and does anybody overtake?
///
/// **Cases.** Every implementation by groups, how they are chosen, groups a job, share of readers, and limit. **Body.** A
/// seeded trace is submitted as fast as it can be; each operation takes 10 µs. With `loop=open` its operations arrive on a
/// seeded Poisson schedule that slow service does not delay, at 70 % of what the ideal schedule gets through, and sleep for
/// 500 µs; they wait from the *scheduled* arrival on. **Checks.** No two operations that conflict overlap; nothing is lost;
/// where an implementation keeps order nobody overtakes. The ratio of the makespan, and of the open loop's mean wait, is to
/// the ideal schedule of the same trace. **Reference.** The first implementation given.
public struct FairnessSuite: BenchmarkSuite {
    /// `fairness`.
    public let name = "fairness"
    public let question = "Who waits under read and write contention, how long, and does anybody overtake?"

    // What a wake-up takes, with or without a sleeping core: as in the suite latency.
    private static let resolution = 10_000.0
    static let readWait = MetricDefinition("read_wait", unit: "ns", resolution: resolution)
    static let writeWait = MetricDefinition("write_wait", unit: "ns", resolution: resolution)
    // One operation's wait, and races: they differ from round to round by their nature.
    static let starvation = MetricDefinition("longest_over_mean_wait", unit: "", resolution: .infinity)
    static let bypasses = MetricDefinition("bypasses", unit: "count", resolution: .infinity)
    // Each round has a trace of its own, whose groups are not equally popular.
    static let jain = MetricDefinition("jain_index", unit: "", better: .higher, resolution: 0.05)
    static let readers = MetricDefinition("overlapping_readers", unit: "", better: .higher, resolution: 0.1)
    static let makespan = MetricDefinition("makespan", unit: "ns")
    // Of the open loop.
    static let meanWait = MetricDefinition("mean_wait", unit: "ns", resolution: resolution)
    static let submitterLag = LatencySuite.submitterLag
    private static let service: UInt64 = 10_000
    /// So long that what it takes to hand on a core is little of it.
    private static let openService: UInt64 = 500_000
    private static let openLoad = 0.7
    private let implementations: [any GroupedImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any GroupedImplementation.Type]) {
        self.implementations = implementations
    }

    struct Shape: Sendable {
        var groups = 16
        var choice = FairnessTrace.Choice.uniform
        var groupsPerJob = 1
        var readPercent = 50
        var limit = Int.max
        var isOpen = false

        var workers: Int { min(limit, Machine.cpuCount) }
    }

    private func shapes(_ options: SuiteOptions) -> [Shape] {
        let limits = options.limits ?? (options.profile == .quick || options.profile == .tiny ? [.max] : [.max, 1, 4])
        switch options.profile {
        case .tiny: return limits.flatMap { [Shape(groups: 2, limit: $0), Shape(groups: 2, limit: $0, isOpen: true)] }
        case .quick:
            return limits.flatMap { limit in
                [
                    Shape(groups: 1, readPercent: 90, limit: limit), Shape(limit: limit),
                    Shape(choice: .zipf, groupsPerJob: 2, readPercent: 90, limit: limit),
                    Shape(groups: 1, readPercent: 90, limit: limit, isOpen: true),
                ]
            }
        case .standard:
            var shapes = [1, 16, 1_024].flatMap { groups in
                [0, 50, 90, 100].map { Shape(groups: groups, readPercent: $0, limit: limits[0]) }
            }
            // What else there is to vary, each by itself.
            for share in [50, 90] {
                for groups in [16, 1_024] {
                    shapes.append(Shape(groups: groups, choice: .zipf, readPercent: share, limit: limits[0]))
                    shapes.append(Shape(groups: groups, groupsPerJob: 8, readPercent: share, limit: limits[0]))
                }
                shapes += limits.dropFirst().map { Shape(readPercent: share, limit: $0) }
            }
            return shapes
                + [0, 50].map { Shape(groups: 1, readPercent: $0, limit: limits[0], isOpen: true) }
                + [
                    Shape(limit: limits[0], isOpen: true),
                    Shape(choice: .zipf, readPercent: 90, limit: limits[0], isOpen: true),
                ]
        case .full:
            let closed = Self.product(
                groups: [1, 4, 16, 128, 1_024], perJob: [1, 2, 8], shares: [0, 10, 50, 90, 99, 100], limits: limits)
            return closed
                + Self.product(
                    groups: [1, 16, 1_024], perJob: [1, 8], shares: [0, 50, 90, 100], limits: limits, isOpen: true)
        }
    }

    private static func product(
        groups: [Int], perJob: [Int], shares: [Int], limits: [Int], isOpen: Bool = false
    ) -> [Shape] {
        limits.flatMap { limit in
            groups.flatMap { groups in
                ([.uniform] + (groups > 1 ? [.zipf] : [])).flatMap { choice in
                    perJob.filter { $0 <= groups }.flatMap { perJob in
                        shares.map {
                            Shape(
                                groups: groups, choice: choice, groupsPerJob: perJob, readPercent: $0, limit: limit,
                                isOpen: isOpen)
                        }
                    }
                }
            }
        }
    }

    /// By groups, choice, groups a job, readers, limit and loop.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        shapes(options).flatMap { shape in
            let count = Self.operations(options.profile, isOpen: shape.isOpen)
            return implementations.enumerated().map { index, implementation in
                PlannedCase(
                    BenchmarkCase(
                        suite: name, implementation: implementation.name, parameters: Self.parameters(shape)),
                    isReference: index == 0, expectedSecondsPerRound: Self.expectedSeconds(shape, count),
                    rounds: Self.rounds(options.profile, isOpen: shape.isOpen),
                    skipReason: Self.skipReason(implementation, shape)
                ) { context in
                    let trace = FairnessTrace(
                        count: count, groups: shape.groups, choice: shape.choice, groupsPerJob: shape.groupsPerJob,
                        readPercent: shape.readPercent, seed: context.seed)
                    return shape.isOpen
                        ? try await Self.measureOpen(implementation, trace, shape, seed: context.seed)
                        : try await Self.measure(implementation, trace, shape)
                }
            }
        }
    }

    private static func operations(_ profile: BenchmarkProfile, isOpen: Bool) -> Int {
        switch profile {
        case .tiny: 20
        case .quick: isOpen ? 120 : 1_000
        case .standard: isOpen ? 200 : 1_000
        case .full: isOpen ? 2_000 : 20_000
        }
    }

    private static func rounds(_ profile: BenchmarkProfile, isOpen: Bool) -> Int {
        switch profile {
        case .tiny: 1
        case .quick: isOpen ? 5 : 8
        case .standard: isOpen ? 50 : 90
        case .full: 15
        }
    }

    /// A closed loop has no parameter that says so: its cases were there first, and keep their names.
    private static func parameters(_ shape: Shape) -> [CaseParameter] {
        [
            CaseParameter("groups", shape.groups), CaseParameter("choice", shape.choice),
            CaseParameter("groups_per_job", shape.groupsPerJob), CaseParameter("read_percent", shape.readPercent),
            CaseParameter("limit", shape.limit == .max ? "none" : "\(shape.limit)"),
        ] + (shape.isOpen ? [CaseParameter("loop", "open")] : [])
    }

    private static func expectedSeconds(_ shape: Shape, _ count: Int) -> Double {
        guard shape.isOpen else { return Double(count) * 15e-6 }
        let workers = shape.groups == 1 && shape.readPercent < 100 ? 1 : Double(shape.workers)
        return Double(count) * Double(openService) * 1e-9 / openLoad / workers
    }

    private static func skipReason(_ implementation: any GroupedImplementation.Type, _ shape: Shape) -> String? {
        if shape.groupsPerJob > 1, !implementation.takesSeveralGroups { return "takes one group an operation" }
        return shape.limit != .max && !implementation.takesLimit ? "has no limit" : nil
    }

    private static func measure<Implementation: GroupedImplementation>(
        _ implementation: Implementation.Type, _ trace: FairnessTrace, _ shape: Shape
    ) async throws -> [MetricRound] {
        let runner = Implementation(groups: shape.groups, limit: shape.limit)
        let recording = FairnessRecording(trace)
        let batch = OperationBatch(
            count: trace.operations.count, body: .empty, capabilities: [], exclusion: ExclusionCheck())
        for (index, operation) in trace.operations.enumerated() {
            recording.submitted(index)
            runner.submit(groups: operation.groups, writes: operation.writes) {
                batch.run(index) { recording.run(index, nanoseconds: service) }
            }
        }
        await batch.waitForAll()
        try batch.check()
        return try figures(recording, implementation, workers: shape.workers)
    }

    private static func measureOpen<Implementation: GroupedImplementation>(
        _ implementation: Implementation.Type, _ trace: FairnessTrace, _ shape: Shape, seed: UInt64
    ) async throws -> [MetricRound] {
        let arrivals = trace.arrivals(
            load: openLoad, service: openService, workers: shape.workers, seed: seed)
        let runner = Implementation(groups: shape.groups, limit: shape.limit)
        let loop = FairnessOpenLoop(trace, arrivals)
        let batch = OperationBatch(
            count: trace.operations.count, body: .empty, capabilities: [], exclusion: ExclusionCheck())
        await loop.submitAll { index in
            let operation = trace.operations[index]
            runner.submit(groups: operation.groups, writes: operation.writes) {
                batch.run(index) { loop.recording.sleep(index, nanoseconds: openService) }
            }
        }
        await batch.waitForAll()
        try batch.check()
        return try figures(loop.recording, implementation, workers: shape.workers, lag: loop.lag)
    }

    /// - Parameter lag: How late the submissions were, in the open loop.
    static func figures(
        _ recording: FairnessRecording, _ implementation: any GroupedImplementation.Type, workers: Int,
        lag: LatencyHistogram? = nil
    ) throws -> [MetricRound] {
        if let (earlier, later) = recording.overlap {
            throw ContractViolation("exclusion: #\(earlier) and #\(later) conflict, and ran at the same time")
        }
        let bypasses = recording.bypasses
        if implementation.keepsOrder, bypasses > 0 {
            throw ContractViolation("order: \(bypasses) operations started before earlier ones that they conflict with")
        }
        let (reads, writes) = (recording.waits(writes: false), recording.waits(writes: true))
        var metrics: [MetricRound] = []
        if reads.count > 0 { metrics.append(MetricRound(readWait, .histogram(reads))) }
        if writes.count > 0 { metrics.append(MetricRound(writeWait, .histogram(writes))) }
        metrics += [
            MetricRound(starvation, .samples([recording.starvation])),
            MetricRound(Self.bypasses, .samples([Double(bypasses)])),
            MetricRound(jain, .samples([recording.jain])),
        ]
        if let lag {
            let wait = recording.meanWait(workers: workers)
            metrics += [
                MetricRound(meanWait, .samples([wait.measured]), expectation: wait),
                MetricRound(submitterLag, .histogram(lag)),
            ]
        } else {
            let makespan = recording.makespan(workers: workers)
            metrics.append(MetricRound(Self.makespan, .samples([makespan.measured]), expectation: makespan))
        }
        if let readers = recording.overlappingReaders { metrics.append(MetricRound(Self.readers, .samples([readers]))) }
        return metrics
    }
}
