/// **Question.** How long does an operation wait that arrives when it arrives, and is that what theory says?
///
/// **Cases.** Every implementation that runs one at a time and in order, by utilisation and body. **Body.** An open
/// loop: a thread of its own submits on a seeded Poisson schedule, and time counts from the *scheduled* arrival.
/// **Checks.** Order, exclusion, nothing lost; the mean wait against Pollaczek–Khinchine with set-up times
/// (`mean_wait`) and against Lindley's recursion over the same arrivals (`mean_wait_path`), both from the moments
/// of service and wake-up of the same round. **Reference.** The first implementation given that takes part.
public struct LatencySuite: BenchmarkSuite {
    /// `latency`.
    public let name = "latency"
    public let question = "How long does an operation wait under open-loop arrivals, and is that what theory says?"

    static let meanWait = MetricDefinition("mean_wait", unit: "ns")
    static let pathWait = MetricDefinition("mean_wait_path", unit: "ns")
    static let submitterLag = MetricDefinition("submitter_lag", unit: "ns")
    static let submitToStart = MetricDefinition("submit_to_start", unit: "ns")
    static let idleWakeUp = MetricDefinition("idle_wakeup", unit: "ns")
    static let meanService = 200_000.0
    private let implementations: [any SubmissionImplementation.Type]

    /// The first implementation is the reference of all ratios but those to theory.
    public init(_ implementations: [any SubmissionImplementation.Type]) {
        self.implementations = implementations
    }

    /// By utilisation and body.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        let utilisations: [Double]
        let bodies: [ArrivalSchedule.Body]
        let seconds: Double
        let rounds: Int
        switch options.profile {
        case .tiny: (utilisations, bodies, seconds, rounds) = ([0.5], [.deterministic], 0.01, 1)
        case .quick: (utilisations, bodies, seconds, rounds) = ([0.5, 0.8], [.deterministic], 0.4, 3)
        case .standard:
            (utilisations, bodies, seconds, rounds) = ([0.2, 0.5, 0.8], [.deterministic, .exponential], 1.5, 5)
        case .full:
            (utilisations, bodies, seconds, rounds) = ([0.2, 0.5, 0.8, 0.95], [.deterministic, .exponential], 10, 9)
        }
        let promised: ImplementationCapabilities = [.isExclusive, .keepsOrder]
        let reference = implementations.first { $0.capabilities.isSuperset(of: promised) }?.name
        return utilisations.flatMap { utilisation in
            bodies.flatMap { body in
                implementations.map { implementation in
                    let isReference = implementation.name == reference
                    return PlannedCase(
                        BenchmarkCase(
                            suite: name, implementation: implementation.name,
                            parameters: [
                                CaseParameter("utilisation", utilisation), CaseParameter("body", body.rawValue),
                            ]),
                        isReference: isReference, expectedSecondsPerRound: seconds, rounds: options.rounds ?? rounds,
                        skipReason: implementation.capabilities.isSuperset(of: promised)
                            ? nil : "does not run one at a time in order, so it has no queue to wait in",
                        remarks: { TheoryCheck.remarks(utilisation: utilisation, rounds: $0) }
                    ) { context in
                        try await Self.measure(
                            implementation,
                            schedule: .typical(
                                utilisation: utilisation, meanService: Self.meanService, body: body,
                                duration: context.seconds * 1e9, seed: context.seed))
                    }
                }
            }
        }
    }

    private static func measure<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type, schedule: ArrivalSchedule
    ) async throws -> [MetricRound] {
        let runner = Implementation()
        let recording = LatencyRecording(schedule)
        let batch = OperationBatch(
            count: schedule.arrivals.count, body: .empty, capabilities: Implementation.capabilities,
            exclusion: ExclusionCheck())
        await recording.submitAll { index in
            _ = runner.submit { batch.run(index) { recording.serve(index) } }
        }
        await batch.waitForAll()
        try batch.check()
        let figures = recording.figures()
        var metrics = [
            MetricRound(submitToStart, .histogram(figures.toStart)),
            MetricRound(MetricDefinition("submit_to_finish", unit: "ns"), .histogram(figures.toFinish)),
            MetricRound(submitterLag, .histogram(figures.lag)),
            MetricRound(
                meanWait, .samples([figures.meanWait]), expectation: (figures.meanWait, figures.expectedWait)),
            MetricRound(pathWait, .samples([figures.meanWait]), expectation: (figures.meanWait, figures.pathWait)),
        ]
        if figures.wakeUps.count > 0 {
            metrics.append(MetricRound(idleWakeUp, .histogram(figures.wakeUps)))
        }
        return metrics
    }
}
