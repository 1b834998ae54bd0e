/// **Question.** How long does an operation wait that arrives when it arrives, and is that what theory says?
///
/// **Cases.** Every implementation that runs one at a time and in order, by utilisation and body; the same from the main
/// actor (`from=main`); an operation at a time on an idle runner (`load=idle`); and implementations that know readers,
/// whose limit makes them so many servers (`servers=2`). **Body.** An open loop: a thread of its own submits on a seeded
/// Poisson schedule, and time counts from the *scheduled* arrival. **Checks.** Order, exclusion, the limit, nothing lost;
/// the mean wait against Pollaczek–Khinchine with set-up times, with several servers against Erlang C (`mean_wait`), and
/// against the recursion over the same arrivals (`mean_wait_path`), both from the moments of service and wake-up of the same
/// round. **Reference.** The first implementation given that takes part.
public struct LatencySuite: BenchmarkSuite {
    /// `latency`.
    public let name = "latency"
    public let question = "How long does an operation wait under open-loop arrivals, and is that what theory says?"

    /// Nanoseconds: a twentieth of a service, which is what the operations wait for.
    private static let resolution = 10_000.0
    static let toStart = MetricDefinition("submit_to_start", unit: "ns", resolution: resolution)
    static let toFinish = MetricDefinition("submit_to_finish", unit: "ns", resolution: resolution)
    static let meanWait = MetricDefinition("mean_wait", unit: "ns")
    static let pathWait = MetricDefinition("mean_wait_path", unit: "ns")
    // The harness's own: of no weight up to a twentieth of a service.
    static let submitterLag = MetricDefinition("submitter_lag", unit: "ns", resolution: TheoryCheck.latenessWorthNaming)
    /// From an arrival at an idle runner to its start.
    static let idleWakeUp = MetricDefinition("idle_wakeup", unit: "ns", resolution: resolution)
    /// What the main actor pays for one call; a reading of the clock is part of it.
    static let mainActorSubmit = MetricDefinition("main_actor_submit", unit: "ns")
    private let implementations: [any SubmissionImplementation.Type]
    private let readers: [any GroupedImplementation.Type]

    /// The first implementation is the reference of all ratios but those to theory.
    ///
    /// - Parameters:
    ///   - implementations: What takes operations.
    ///   - readers: What takes operations that read a group, at most so many at once.
    public init(
        _ implementations: [any SubmissionImplementation.Type], readers: [any GroupedImplementation.Type] = []
    ) {
        self.implementations = implementations
        self.readers = readers
    }

    private struct Scale {
        /// In profiles of minutes not near one half: with the wake-ups, a third of a service, half of the operations wait
        /// there, so that their median is now a wake-up and now a wait.
        let queues: [(utilisation: Double, body: ArrivalSchedule.Body)]
        /// With how many servers, at which utilisation.
        let servers: [(count: Int, utilisation: Double)]
        /// In the standard profile shorter rounds did not pay: at 0.1 s, in twice as many, the mean wait came out up to
        /// 1.15 of what theory expects, and no fewer figures were noisy.
        let seconds: Double
        let rounds: Int
    }

    private func scale(_ profile: BenchmarkProfile) -> Scale {
        switch profile {
        case .tiny:
            Scale(queues: [(0.2, .deterministic)], servers: [(2, 0.5)], seconds: 0.01, rounds: 1)
        case .quick:
            Scale(
                queues: [(0.2, .deterministic), (0.8, .deterministic)], servers: [(2, 0.8)], seconds: 0.15, rounds: 3)
        case .standard:
            Scale(
                queues: [0.2, 0.6, 0.8].map { ($0, .deterministic) } + [0.2, 0.8].map { ($0, .exponential) },
                servers: [(2, 0.5), (2, 0.8), (4, 0.8)], seconds: 0.2, rounds: 18)
        case .full:
            Scale(
                queues: [0.2, 0.4, 0.6, 0.8, 0.95].flatMap { [($0, .deterministic), ($0, .exponential)] },
                servers: [2, 4, 16].flatMap { count in [0.2, 0.5, 0.8, 0.95].map { (count, $0) } }, seconds: 10,
                rounds: 9)
        }
    }

    /// By utilisation and body; from the main actor; of an idle runner; by servers.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        let scale = scale(options.profile)
        let rounds = options.rounds ?? scale.rounds
        let queues = scale.queues.flatMap {
            queueCases(
                $0.utilisation, $0.body, seconds: scale.seconds,
                rounds: options.rounds ?? Self.queueRounds(scale.rounds, $0.utilisation, options.profile))
        }
        // Neither has a queue in which chance could be at work: they may be shorter. What a submission takes, a few
        // microseconds, is known to 10 % from many rounds only: the standard profile divides its time into them.
        let short = scale.seconds / 2
        let parts = options.profile == .standard ? 6 : 1
        return queues
            + mainActorCases(seconds: short / Double(parts), rounds: options.rounds ?? rounds * parts)
            + idleCases(seconds: short, rounds: rounds)
            + scale.servers.flatMap {
                serverCases($0.count, $0.utilisation, seconds: scale.seconds * 2, rounds: rounds)
            }
    }

    /// Long queues are left to chance more than short ones: the standard profile spends its time on them.
    private static func queueRounds(_ rounds: Int, _ utilisation: Double, _ profile: BenchmarkProfile) -> Int {
        guard profile == .standard else { return rounds }
        return utilisation < 0.8 ? rounds * 2 / 3 : rounds * 2
    }

    private func queueCases(
        _ utilisation: Double, _ body: ArrivalSchedule.Body, seconds: Double, rounds: Int
    ) -> [PlannedCase] {
        let promised: ImplementationCapabilities = [.isExclusive, .keepsOrder]
        let reference = implementations.first { $0.capabilities.isSuperset(of: promised) }?.name
        return implementations.map { implementation in
            PlannedCase(
                benchmarkCase(
                    implementation.name, CaseParameter("utilisation", utilisation), CaseParameter("body", body.rawValue)
                ),
                isReference: implementation.name == reference, expectedSecondsPerRound: seconds, rounds: rounds,
                skipReason: implementation.capabilities.isSuperset(of: promised)
                    ? nil : "does not run one at a time in order, so it has no queue to wait in",
                remarks: { TheoryCheck.remarks(utilisation: utilisation, rounds: $0) }
            ) { context in
                try await LatencyRun(.typical(utilisation: utilisation, body: body, context)).queue(implementation)
            }
        }
    }

    private func mainActorCases(seconds: Double, rounds: Int) -> [PlannedCase] {
        // Often enough for many calls, seldom enough for most to find no queue.
        let (utilisation, body) = (0.3, ArrivalSchedule.Body.deterministic)
        return implementations.enumerated().map { index, implementation in
            PlannedCase(
                benchmarkCase(
                    implementation.name, CaseParameter("utilisation", utilisation),
                    CaseParameter("body", body.rawValue),
                    CaseParameter("from", "main")),
                isReference: index == 0, expectedSecondsPerRound: seconds, rounds: rounds
            ) { context in
                try await LatencyRun(.typical(utilisation: utilisation, body: body, context)).onMainActor(
                    implementation)
            }
        }
    }

    private func idleCases(seconds: Double, rounds: Int) -> [PlannedCase] {
        implementations.enumerated().map { index, implementation in
            PlannedCase(
                benchmarkCase(implementation.name, CaseParameter("load", "idle"), CaseParameter("body", "empty")),
                isReference: index == 0, expectedSecondsPerRound: seconds, rounds: rounds
            ) { context in
                try await LatencyRun(.idle(context)).idle(implementation)
            }
        }
    }

    private func serverCases(_ servers: Int, _ utilisation: Double, seconds: Double, rounds: Int) -> [PlannedCase] {
        let body = ArrivalSchedule.Body.sleeping
        func skipReason(_ implementation: any GroupedImplementation.Type) -> String? {
            if !implementation.takesLimit { return "has no limit, so its readers are not so many servers" }
            return implementation.canSuspend ? nil : "runs only work that does not suspend"
        }
        let reference = readers.first { skipReason($0) == nil }?.name
        return readers.map { implementation in
            PlannedCase(
                benchmarkCase(
                    implementation.name, CaseParameter("utilisation", utilisation),
                    CaseParameter("body", body.rawValue),
                    CaseParameter("servers", servers)),
                isReference: implementation.name == reference, expectedSecondsPerRound: seconds, rounds: rounds,
                skipReason: skipReason(implementation),
                remarks: { TheoryCheck.remarks(utilisation: utilisation, rounds: $0) }
            ) { context in
                try await LatencyRun(.typical(utilisation: utilisation, body: body, servers: servers, context))
                    .servers(implementation)
            }
        }
    }

    private func benchmarkCase(_ implementation: String, _ parameters: CaseParameter...) -> BenchmarkCase {
        BenchmarkCase(suite: name, implementation: implementation, parameters: parameters)
    }
}
