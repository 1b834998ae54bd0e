import Foundation

/// **Question.** Who waits under read and write contention, how long, and does anybody overtake?
///
/// **Cases.** Every implementation by groups, how they are chosen, groups a job, share of readers, and limit. **Body.** A
/// seeded trace is submitted as fast as it can be; each operation takes 10 µs. **Checks.** No two operations that conflict
/// overlap; nothing is lost; where an implementation keeps order nobody overtakes. The makespan's ratio is to the ideal
/// schedule of the same trace. **Reference.** The first implementation given.
public struct FairnessSuite: BenchmarkSuite {
    /// `fairness`.
    public let name = "fairness"
    public let question = "Who waits under read and write contention, how long, and does anybody overtake?"

    static let readWait = MetricDefinition("read_wait", unit: "ns")
    static let writeWait = MetricDefinition("write_wait", unit: "ns")
    static let starvation = MetricDefinition("longest_over_mean_wait", unit: "")
    static let bypasses = MetricDefinition("bypasses", unit: "count")
    static let jain = MetricDefinition("jain_index", unit: "", better: .higher)
    static let readers = MetricDefinition("overlapping_readers", unit: "", better: .higher)
    static let makespan = MetricDefinition("makespan", unit: "ns")
    private static let service: UInt64 = 10_000
    private let implementations: [any GroupedImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any GroupedImplementation.Type]) {
        self.implementations = implementations
    }

    private struct Shape: Sendable {
        var groups = 16
        var choice = FairnessTrace.Choice.uniform
        var groupsPerJob = 1
        var readPercent = 50
        var limit = Int.max
    }

    private func shapes(_ options: SuiteOptions) -> [Shape] {
        let limits = options.limits ?? (options.profile == .quick || options.profile == .tiny ? [.max] : [.max, 1, 4])
        switch options.profile {
        case .tiny: return limits.map { Shape(groups: 2, limit: $0) }
        case .quick:
            return limits.flatMap { limit in
                [
                    Shape(groups: 1, readPercent: 90, limit: limit), Shape(limit: limit),
                    Shape(choice: .zipf, groupsPerJob: 2, readPercent: 90, limit: limit),
                ]
            }
        case .standard, .full:
            let groups = options.profile == .full ? [1, 4, 16, 128, 1_024] : [1, 16, 1_024]
            let perJob = options.profile == .full ? [1, 2, 8] : [1, 4]
            let shares = options.profile == .full ? [0, 10, 50, 90, 99, 100] : [0, 50, 90, 100]
            return limits.flatMap { limit in
                groups.flatMap { groups in
                    ([.uniform] + (groups > 1 ? [.zipf] : [])).flatMap { choice in
                        perJob.filter { $0 <= groups }.flatMap { perJob in
                            shares.map {
                                Shape(
                                    groups: groups, choice: choice, groupsPerJob: perJob, readPercent: $0, limit: limit)
                            }
                        }
                    }
                }
            }
        }
    }

    /// By groups, choice, groups a job, readers and limit.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        let (count, rounds): (Int, Int) =
            switch options.profile {
            case .tiny: (20, 1)
            case .quick: (1_000, 3)
            case .standard: (2_000, 5)
            case .full: (5_000, 15)
            }
        return shapes(options).flatMap { shape in
            implementations.enumerated().map { index, implementation in
                PlannedCase(
                    BenchmarkCase(
                        suite: name, implementation: implementation.name,
                        parameters: [
                            CaseParameter("groups", shape.groups), CaseParameter("choice", shape.choice),
                            CaseParameter("groups_per_job", shape.groupsPerJob),
                            CaseParameter("read_percent", shape.readPercent),
                            CaseParameter("limit", shape.limit == .max ? "none" : "\(shape.limit)"),
                        ]),
                    isReference: index == 0, expectedSecondsPerRound: Double(count) * 15e-6,
                    rounds: options.rounds ?? rounds,
                    skipReason: Self.skipReason(implementation, shape)
                ) { context in
                    let trace = FairnessTrace(
                        count: count, groups: shape.groups, choice: shape.choice, groupsPerJob: shape.groupsPerJob,
                        readPercent: shape.readPercent, seed: context.seed)
                    return try await Self.measure(implementation, trace, shape)
                }
            }
        }
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
        return try figures(recording, implementation, workers: min(shape.limit, Machine.cpuCount))
    }

    static func figures(
        _ recording: FairnessRecording, _ implementation: any GroupedImplementation.Type, workers: Int
    ) throws -> [MetricRound] {
        if let (earlier, later) = recording.overlap {
            throw ContractViolation("exclusion: #\(earlier) and #\(later) conflict, and ran at the same time")
        }
        let bypasses = recording.bypasses
        if implementation.keepsOrder, bypasses > 0 {
            throw ContractViolation("order: \(bypasses) operations started before earlier ones that they conflict with")
        }
        let (reads, writes) = (recording.waits(writes: false), recording.waits(writes: true))
        let makespan = recording.makespan(workers: workers)
        var metrics: [MetricRound] = []
        if reads.count > 0 { metrics.append(MetricRound(readWait, .histogram(reads))) }
        if writes.count > 0 { metrics.append(MetricRound(writeWait, .histogram(writes))) }
        metrics += [
            MetricRound(starvation, .samples([recording.starvation])),
            MetricRound(Self.bypasses, .samples([Double(bypasses)])),
            MetricRound(jain, .samples([recording.jain])),
            MetricRound(Self.makespan, .samples([makespan.measured]), expectation: makespan),
        ]
        if let readers = recording.overlappingReaders { metrics.append(MetricRound(Self.readers, .samples([readers]))) }
        return metrics
    }
}
