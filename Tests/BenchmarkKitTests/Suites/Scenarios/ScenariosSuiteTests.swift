import Testing

@testable import BenchmarkKit

struct ScenariosSuiteTests {
    private let systemUnderTest: ScenariosSuite
    private let context = RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0)

    init() {
        var suite = ScenariosSuite(
            notebooks: [InstantNotebook.self, LosingNotebook.self], searches: [StaleSearch.self, LyingSearch.self],
            repositories: [SequentialRepository.self])
        // All of them end, however late: beside other tests ten seconds are no proof that one is lost.
        suite.patience = .infinity
        systemUnderTest = suite
    }

    /// One user types three times at once.
    private let search = NamedTrace(
        name: "mine",
        trace: ScenarioTrace(
            header: ScenarioHeader(scenario: .search, users: 2),
            actions: [1, 1, 1].enumerated().map {
                ScenarioAction(index: $0, microseconds: 0, user: $1, kind: .type, text: "a")
            }))

    private func planned(_ name: String, _ traces: [NamedTrace] = []) throws -> PlannedCase {
        var options = SuiteOptions(profile: .tiny)
        options.traces = traces
        return try #require(
            systemUnderTest.cases(options).first { $0.benchmarkCase.implementation == name })
    }

    @Test func `Who shows two stale results is reported with two`() async throws {
        let metrics = try await planned("stale", [search]).measure(context)
        #expect(metrics.first { $0.metric == ScenarioMetric.staleResults }?.samples == [2])
        #expect(
            metrics.map(\.metric.name) == [
                "time_to_shown", "stale_results", "requests", "main_stalls", "longest_stall",
            ])
    }

    @Test func `Who shows stale results and promised none breaks its contract`() async throws {
        await #expect(
            throws: ContractViolation("stale: 2 results were shown though their users had asked for others")
        ) { try await planned("lying", [search]).measure(context) }
    }

    @Test func `Who loses an action breaks its contract`() async throws {
        let violation = await #expect(throws: ContractViolation.self) {
            try await planned("losing").measure(context)
        }
        #expect(violation?.line.hasSuffix("(export) ended, and its result was not shown") == true)
    }

    @Test func `A sync is measured with its requests, and its ideal`() async throws {
        let metrics = try await planned("sequential").measure(context)
        let sync = try #require(metrics.first { $0.metric == ScenarioMetric.syncTime })
        #expect(sync.expectation!.measured > sync.expectation!.expected)
        // Eight records of two requests each.
        #expect(metrics.first { $0.metric == ScenarioMetric.requests }?.samples == [16])
        #expect(metrics.first { $0.metric == ScenarioMetric.mostInFlight }?.samples == [1])
    }

    @Test func `Who shows everything at once has figures for all that its trace has`() async throws {
        let metrics = try await planned("instant").measure(context)
        #expect(
            metrics.map(\.metric.name) == [
                "time_to_saved", "time_to_shown", "time_to_pulled", "write_conflicts", "late_progress", "left_behind",
                "requests",
                "main_stalls", "longest_stall",
            ])
    }

    @Test func `A trace takes the place of the suite's own, for the implementations of its scenario`() {
        var options = SuiteOptions(profile: .tiny)
        options.traces = [search]
        let cases = systemUnderTest.cases(options)
        #expect(
            cases.map(\.benchmarkCase.description) == [
                "scenarios/stale/scenario=search,trace=mine", "scenarios/lying/scenario=search,trace=mine",
            ])
        #expect(cases.map(\.isReference) == [true, false])
    }

    @Test(arguments: [BenchmarkProfile.tiny, .quick, .standard, .full])
    func `Every profile has each scenario, with one reference`(profile: BenchmarkProfile) {
        let groups = CaseGroup.groups(systemUnderTest.cases(SuiteOptions(profile: profile)))
        let scenarios = Set(groups.flatMap(\.cases).compactMap { $0.benchmarkCase["scenario"] })
        #expect(scenarios == ["notebook", "search", "sync"])
        #expect(groups.allSatisfy { $0.cases.count(where: \.isReference) == 1 })
    }

    @Test func `A warm-up replays only the beginning of a trace`() async throws {
        let long = NamedTrace(
            name: "long",
            trace: ScenarioTrace(
                header: ScenarioHeader(scenario: .notebook),
                // Replayed whole it would take a day.
                actions: [0, 86_400_000_000].enumerated().map {
                    ScenarioAction(index: $0, microseconds: $1, user: 0, kind: .rename)
                }))
        let metrics = try await planned("instant", [long]).measure(
            RoundContext(round: 0, isWarmUp: true, seed: 1, seconds: 0.01))
        #expect(SampleSummary(pooling: [metrics[0]])?.count == 1)
    }
}
