/// **Question.** How fast does a cancelled operation end, alone and among many?
///
/// **Cases.** Every implementation by backlog and by what is cancelled: one of the queued (`queued`), the running one
/// (`running`), all queued ones by their handles (`all`), or all in one step with a new submission (`replace`).
/// **Body.** A holder keeps the queue busy; a backlog waits behind it. **Checks.** No cancelled operation runs; those that
/// are not cancelled all do. **Reference.** The first implementation given: bare tasks that wait by themselves.
public struct CancellationSuite: BenchmarkSuite {
    /// `cancellation`.
    public let name = "cancellation"
    public let question = "How fast does a cancelled operation end, alone and among many?"

    private let implementations: [any CancellationImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any CancellationImplementation.Type]) {
        self.implementations = implementations
    }

    /// What is cancelled.
    enum Target: String, Sendable, CaseIterable, CustomStringConvertible {
        case queued, running, all, replace
        var description: String { rawValue }

        /// Nanoseconds: of one, or an operation.
        var metric: MetricDefinition {
            switch self {
            case .queued: MetricDefinition("cancel_to_throw", unit: "ns")
            case .running: MetricDefinition("cancel_to_stop", unit: "ns")
            case .all: MetricDefinition("mass_cancel_time", unit: "ns")
            case .replace: MetricDefinition("replace_time", unit: "ns")
            }
        }
    }

    private static func rounds(_ profile: BenchmarkProfile, backlog: Int) -> RoundPlan {
        let pass = Double(backlog) * 3e-6
        return switch profile {
        case .tiny: RoundPlan(seconds: 0.001, count: 2)
        case .quick: RoundPlan(dividing: 0.12, shortest: 0.01, pass: pass, fewest: 5)
        case .standard: RoundPlan(dividing: 2.4, shortest: 0.02, pass: pass, fewest: 20)
        case .full: RoundPlan(seconds: max(0.5, pass), count: 15)
        }
    }

    private static func backlogs(_ profile: BenchmarkProfile, _ target: Target) -> [Int] {
        // What runs has no backlog.
        if target == .running { return [0] }
        return switch profile {
        case .tiny: [10]
        case .quick: [1_000, 10_000]
        // The larger one where its size is the question: it takes long to fill.
        case .standard: [1, 100, 10_000] + (target == .all ? [100_000] : [])
        case .full: [1, 100, 10_000, 100_000, 1_000_000]
        }
    }

    /// By target and backlog.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        Target.allCases.flatMap { target in
            Self.backlogs(options.profile, target).flatMap { backlog in
                let rounds = Self.rounds(options.profile, backlog: backlog)
                return implementations.enumerated().map { index, implementation in
                    PlannedCase(
                        BenchmarkCase(
                            suite: name, implementation: implementation.name,
                            parameters: [CaseParameter("target", target), CaseParameter("backlog", backlog)]),
                        isReference: index == 0, expectedSecondsPerRound: rounds.seconds, rounds: rounds.count,
                        skipReason: target == .replace && !implementation.canReplaceAll
                            ? "cannot cancel and submit in one step" : nil,
                        allocationPass: Self.allocationPass(implementation, target, backlog)
                    ) { context in
                        try await Self.measure(implementation, target, backlog, seconds: context.seconds)
                    }
                }
            }
        }
    }

    /// From the submission to the thrown error, of operations that are all cancelled.
    private static func allocationPass<Implementation: CancellationImplementation>(
        _ implementation: Implementation.Type, _ target: Target, _ backlog: Int
    ) -> (@Sendable () async throws -> Int)? {
        guard target == .all || target == .replace, (1_000...10_000).contains(backlog) else { return nil }
        return {
            _ = try await CancellationRun<Implementation>().samples(target, backlog)
            return backlog
        }
    }

    private static func measure<Implementation: CancellationImplementation>(
        _ implementation: Implementation.Type, _ target: Target, _ backlog: Int, seconds: Double
    ) async throws -> [MetricRound] {
        var deadline = RoundDeadline(seconds: seconds, now: MonotonicClock.nanoseconds())
        var samples: [Double] = []
        repeat {
            samples += try await CancellationRun<Implementation>().samples(target, backlog)
        } while !deadline.isReached(at: MonotonicClock.nanoseconds())
        return [MetricRound(target.metric, .samples(samples))]
    }
}
