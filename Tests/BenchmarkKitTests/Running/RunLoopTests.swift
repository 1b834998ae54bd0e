import Synchronization
import Testing

@testable import BenchmarkKit

@Suite("The run loop")
struct RunLoopTests {
    /// Who was measured, in order.
    private final class Journal: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    private func recording(_ name: String, in journal: Journal) -> FakeSuite.Implementation {
        .init(name) { context in
            if !context.isWarmUp { journal.add("\(name)\(context.round)") }
            return [MetricRound(FakeSuite.time, .samples([1]))]
        }
    }

    private func run(
        _ suite: FakeSuite, seed: UInt64 = 1, options: SuiteOptions = SuiteOptions(),
        interruption: InterruptionFlag = InterruptionFlag()
    ) async throws -> [CaseResult] {
        await RunLoop(seed: seed, interruption: interruption).run(try RunPlan([suite], options: options))
    }

    // MARK: Interleaving

    @Test("in each round every implementation has one turn, in an order that changes")
    func interleaved() async throws {
        let journal = Journal()
        let names = ["a", "b", "c"]
        _ = try await run(FakeSuite(rounds: 20, implementations: names.map { recording($0, in: journal) }))
        var orders: Set<String> = []
        for round in 0..<20 {
            let turns = journal.all[round * 3..<round * 3 + 3]
            #expect(turns.sorted() == names.map { "\($0)\(round)" })
            orders.insert(turns.map { String($0.prefix(1)) }.joined())
        }
        #expect(orders.count > 3)
    }

    @Test("the seed decides the order and the schedules; implementations of a round share theirs")
    func seeds() async throws {
        func trace(_ seed: UInt64) async throws -> [String] {
            let journal = Journal()
            let implementations = ["a", "b"].map { name in
                FakeSuite.Implementation(name) { context in
                    if !context.isWarmUp { journal.add("\(name) \(context.round) \(context.seed)") }
                    return [MetricRound(FakeSuite.time, .samples([1]))]
                }
            }
            _ = try await run(FakeSuite(rounds: 6, implementations: implementations), seed: seed)
            return journal.all
        }
        let first = try await trace(1)
        #expect(try await trace(1) == first)
        #expect(try await trace(2) != first)
        let seeds = Set(first.map { $0.split(separator: " ").dropFirst().joined(separator: " ") })
        #expect(seeds.count == 6, "one schedule a round, for both")
        #expect(Set(seeds.map { $0.split(separator: " ")[1] }).count == 6, "and another one in each")
    }

    // MARK: Warm-up

    @Test("a case is warmed up until two windows agree, and none of that is kept")
    func warmUp() async throws {
        let windows = Mutex(0)
        let suite = FakeSuite(
            rounds: 2,
            implementations: [
                .init("a") { context in
                    if context.isWarmUp { windows.withLock { $0 += 1 } }
                    // 100, 50, 25, 25: the fourth window agrees with the third.
                    let time = context.isWarmUp ? [100.0, 50, 25, 25, 25][context.round] : 7
                    return [MetricRound(FakeSuite.time, .samples([time]))]
                }
            ])
        let result = try await run(suite)[0]
        #expect(windows.withLock { $0 } == 4)
        #expect(result.rounds.map { $0[0].p50 } == [7, 7])
    }

    // MARK: What goes wrong

    private struct Broken: Error, CustomStringConvertible { let description = "no\nluck" }

    @Test("a broken contract, an error and a skip are each case's own, in one line")
    func statuses() async throws {
        let results = try await run(
            FakeSuite(implementations: [
                .init("fine") { _ in 1 },
                .init("invalid") { context in
                    if context.round == 1, !context.isWarmUp { throw ContractViolation("order: #2\nearly") }
                    return [MetricRound(FakeSuite.time, .samples([1]))]
                },
                .init("failed") { _ in throw Broken() },
                .init("skipped", skipReason: "cannot") { _ in throw Broken() },
            ]))
        #expect(results.map(\.status) == [.ok, .invalid("order: #2 early"), .failed("no luck"), .skipped("cannot")])
        #expect(results.map(\.rounds.count) == [3, 1, 0, 0])
    }

    @Test(
        "a round that could not stand in the files is a failure",
        arguments: [
            ([], "the round has no metric"),
            ([MetricRound(FakeSuite.time, .samples([]))], "the round has no sample of time"),
            ([MetricRound(FakeSuite.time, .samples([.nan]))], "a sample of time is not a finite number"),
            (
                [MetricRound(FakeSuite.time, .samples([1])), MetricRound(FakeSuite.time, .samples([1]))],
                "the round has the metric time twice"
            ),
            ([MetricRound(FakeSuite.time, .histogram(LatencyHistogram()))], "the round has no sample of time"),
        ] as [([MetricRound], String)])
    func badRound(round: [MetricRound], problem: String) async throws {
        let result = try await run(FakeSuite(implementations: [.init("a") { _ in round }]))[0]
        #expect(result.status == .failed(problem))
    }

    // MARK: Interruption and budget

    @Test("an interruption keeps what is finished and marks the rest as partial")
    func interruption() async throws {
        let interruption = InterruptionFlag()
        let suite = FakeSuite(
            backlogs: [1, 2, 3], rounds: 2,
            implementations: [
                .init("a") { _ in [MetricRound(FakeSuite.time, .samples([1]))] },
                .init("b") { _ in [MetricRound(FakeSuite.time, .samples([1]))] },
            ])
        let measured = Mutex(0)
        let counting = FakeSuite(
            backlogs: suite.backlogs, rounds: suite.rounds,
            implementations: suite.implementations.map { implementation in
                .init(implementation.name) { context in
                    if !context.isWarmUp {
                        let count = measured.withLock { count in
                            count += 1
                            return count
                        }
                        // In the middle of the second group.
                        if count == 6 { interruption.request() }
                    }
                    return try await implementation.measure(context)
                }
            })
        let results = try await run(counting, interruption: interruption)
        #expect(results.map(\.status) == [.ok, .ok, .partial, .partial, .partial, .partial])
        #expect(results.map(\.rounds.count) == [2, 2, 1, 1, 0, 0])
    }

    @Test("a body that throws because of the interruption has not failed")
    func cancelledBody() async throws {
        let interruption = InterruptionFlag()
        let suite = FakeSuite(implementations: [
            .init("a") { context in
                if !context.isWarmUp {
                    interruption.request()
                    throw CancellationError()
                }
                return [MetricRound(FakeSuite.time, .samples([1]))]
            }
        ])
        #expect(try await run(suite, interruption: interruption)[0].status == .partial)
    }

    @Test("remarks of a suite see all rounds, and none are made of a case that was skipped")
    func remarks() async throws {
        struct Remarking: BenchmarkSuite {
            let name = "remarking"
            let question = "?"
            func cases(_ options: SuiteOptions) -> [PlannedCase] {
                [nil, "cannot"].map { reason in
                    PlannedCase(
                        BenchmarkCase(
                            suite: name, implementation: reason ?? "fine", parameters: [CaseParameter("backlog", 1)]),
                        isReference: false, expectedSecondsPerRound: 1, rounds: 4, skipReason: reason,
                        remarks: { ["\($0.count) rounds"] }
                    ) { _ in [MetricRound(FakeSuite.time, .samples([1]))] }
                }
            }
        }
        let results = await RunLoop(seed: 1).run(try RunPlan([Remarking()]))
        #expect(results.map(\.notes) == [["4 rounds"], []])
    }
}
