/// **Question.** What would the users of an app feel: waits, stale results, stalls?
///
/// **Cases.** Every implementation of three apps by users, records, the backend's latency and the trace's seed, or by
/// trace where the user gives one. **Body.** A trace is replayed, the same in each round, each action at its time, against
/// a backend that takes the time that the trace sets; times count from when an action was to be done. **Checks.** Every action is shown once, gives way to a
/// later one, or finds its record deleted; and what an implementation promises: order of writes, nothing left behind a
/// delete, progress before the result, no stale result, bounded fan-out. A sync's ratio is to the ideal schedule of its
/// requests. **Reference.** The first implementation of each app.
public struct ScenariosSuite: BenchmarkSuite {
    static let name = "scenarios"
    /// `scenarios`.
    public var name: String { Self.name }
    public let question = "What would the users of an app feel: time to saved or shown, stale results, stalls?"
    private let players: [ScenarioPlayer]
    /// Of each replay, where a test has its own.
    var patience: Double?

    /// - Parameters:
    ///   - notebooks: Of the notes app; the first is the reference of the ratios.
    ///   - searches: Of the search as the user types; the first is the reference of the ratios.
    ///   - repositories: Of the repository that syncs; the first is the reference of the ratios.
    public init(
        notebooks: [any NotebookImplementation.Type], searches: [any SearchImplementation.Type],
        repositories: [any RepositoryImplementation.Type]
    ) {
        players =
            notebooks.map { ScenarioPlayer($0) } + searches.map { ScenarioPlayer($0) }
            + repositories.map { ScenarioPlayer($0) }
    }

    private struct Shape: Sendable {
        var scenario: ScenarioKind
        var users: Int
        var records: Int
        var latency: Int
        var seconds: Double
        var seed: UInt64 = 1
    }

    private func shapes(_ profile: BenchmarkProfile) -> [Shape] {
        func shape(_ scenario: ScenarioKind, _ users: Int, _ records: Int, _ latency: Int, _ seconds: Double) -> Shape {
            Shape(scenario: scenario, users: users, records: records, latency: latency, seconds: seconds)
        }
        switch profile {
        case .tiny: return ScenarioKind.allCases.map { shape($0, 2, 8, 200, 0.002) }
        case .quick:
            return [
                shape(.notebook, 8, 64, 4_000, 0.12), shape(.search, 8, 64, 20_000, 0.2),
                shape(.sync, 8, 32, 4_000, 0.1),
            ]
        case .standard:
            return [(4, 4_000), (16, 4_000), (16, 20_000)].flatMap { users, latency in
                ScenarioKind.allCases.map { shape($0, users, 64, latency, 0.4) }
            }
        case .full:
            return [1, 4, 16].flatMap { users in
                [32, 256].flatMap { records in
                    [1_000, 4_000, 20_000].flatMap { latency in
                        ScenarioKind.allCases.flatMap { scenario in
                            (1...3).map {
                                Shape(
                                    scenario: scenario, users: users, records: records, latency: latency, seconds: 1,
                                    seed: $0)
                            }
                        }
                    }
                }
            }
        }
    }

    /// By scenario, users, records and latency, or by trace.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        guard options.traces.isEmpty else { return options.traces.flatMap { cases(of: $0, options) } }
        return shapes(options.profile).flatMap { shape in
            cases(
                shape.scenario, seconds: shape.seconds, options,
                parameters: [
                    CaseParameter("users", shape.users), CaseParameter("records", shape.records),
                    CaseParameter("latency_us", shape.latency), CaseParameter("seed", shape.seed),
                ]
            ) { context in
                TraceGenerator(
                    scenario: shape.scenario, seed: shape.seed, users: shape.users, records: shape.records,
                    latencyMicroseconds: shape.latency, seconds: context.seconds
                ).trace()
            }
        }
    }

    private func cases(of named: NamedTrace, _ options: SuiteOptions) -> [PlannedCase] {
        cases(
            named.trace.header.scenario, seconds: max(named.trace.seconds, 0.001), options,
            parameters: [CaseParameter("trace", named.name)]
        ) { context in
            context.isWarmUp ? named.trace.prefix(seconds: context.seconds) : named.trace
        }
    }

    private func cases(
        _ scenario: ScenarioKind, seconds: Double, _ options: SuiteOptions, parameters: [CaseParameter],
        trace: @escaping @Sendable (RoundContext) -> ScenarioTrace
    ) -> [PlannedCase] {
        let rounds =
            switch options.profile {
            case .tiny: 1
            case .quick: 3
            case .standard: 7
            case .full: 9
            }
        return players.filter { $0.scenario == scenario }.enumerated().map { index, player in
            PlannedCase(
                BenchmarkCase(
                    suite: name, implementation: player.name,
                    parameters: [CaseParameter("scenario", scenario)] + parameters),
                isReference: index == 0, expectedSecondsPerRound: seconds, rounds: rounds,
                expectedSecondsPerPass: seconds * Self.overrun(scenario)
            ) { [patience] context in
                let recording = await ScenarioReplay(trace(context), patience: patience).run(player)
                return try ScenarioFigures(recording, player.promises).metrics()
            }
        }
    }

    /// How many times as long as its trace a replay takes, as seen on average: who does one thing at a time falls behind.
    private static func overrun(_ scenario: ScenarioKind) -> Double {
        switch scenario {
        case .notebook: 1.3
        case .search: 1.1
        case .sync: 2.4
        }
    }
}
