import Synchronization
import Testing

@testable import BenchmarkKit

/// Builds whose figures are given, and a log of who was measured when.
private final class Turns: Sendable {
    let log = Mutex<[(build: String, cases: [String], seed: UInt64, counts: Bool)]>([])

    struct Build: MeasuredBuild {
        let name: String
        let turns: Turns
        var cases = [
            ListedCase(name: "fake/base/x=1", isReference: true, seconds: 1),
            ListedCase(name: "fake/own/x=1", isReference: false, seconds: 1),
            ListedCase(name: "fake/own/x=2", isReference: false, seconds: 1),
        ]
        /// The p50 of a case's n-th turn.
        var figure: @Sendable (_ name: String, _ turn: Int) -> Double = { _, _ in 100 }
        var status: @Sendable (_ name: String, _ turn: Int) -> CaseStatus = { _, _ in .ok }
        var willMeasure: @Sendable (_ turn: Int) -> Void = { _ in }

        func list() async throws(UsageError) -> [ListedCase] { cases }

        func measure(
            _ cases: [String], seed: UInt64, countsAllocations: Bool, interruption: InterruptionFlag
        ) async throws(UsageError) -> MeasuredRound? {
            let turn = turns.log.withLock { log in
                log.append((name, cases, seed, countsAllocations))
                return log.count { $0.build == name && $0.cases == cases } - 1
            }
            willMeasure(turn)
            if interruption.isRequested { return nil }
            let results = cases.map { name in
                let status = status(name, turn)
                return CaseResult(
                    BenchmarkCase(name: name), isReference: false,
                    rounds: status == .ok ? [[MetricRound(FakeSuite.time, .samples([figure(name, turn)]))]] : [],
                    status: status)
            }
            return MeasuredRound(results: results, environment: .test(runID: "child"))
        }
    }
}

@Suite("Two builds in turns")
struct PairSessionTests {
    private let temporary = TemporaryFolder()
    private let turns = Turns()

    private func session(
        _ base: Turns.Build, _ candidate: Turns.Build, rounds: Int = 12, stopsEarly: Bool = false, seed: UInt64 = 1,
        seconds: Double = 1e9, rule: GateConfiguration.Rule = .init(),
        interruption: InterruptionFlag = InterruptionFlag()
    ) -> PairSession {
        PairSession(
            base: base, candidate: candidate,
            settings: .init(
                configuration: GateConfiguration(rules: [rule]), rounds: rounds, seconds: seconds, seed: seed,
                output: temporary.path, stopsEarly: stopsEarly), interruption: interruption)
    }

    @Test("each chunk is measured by both builds one after the other, with one seed, the first by chance")
    func alternates() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns), .init(name: "candidate", turns: turns), rounds: 20
        ).run()
        #expect(outcome.rounds == 20)
        let log = turns.log.withLock { $0 }
        // Two groups, so two chunks a round.
        #expect(log.count == 20 * 2 * 2)
        var firsts: [String: Int] = [:]
        for index in stride(from: 0, to: log.count, by: 2) {
            let (one, other) = (log[index], log[index + 1])
            #expect(one.build != other.build && one.cases == other.cases && one.seed == other.seed)
            firsts[one.build, default: 0] += 1
        }
        #expect(firsts["base", default: 0] > 8 && firsts["candidate", default: 0] > 8)
        #expect(Set(log.map(\.seed)).count == 20)
        // The chunks take turns, too.
        #expect(Set(stride(from: 0, to: log.count, by: 4).map { log[$0].cases }).count == 2)
        #expect(Set(log.filter(\.counts).map(\.seed)).count == 3)
    }

    @Test("both folders can be compared: the same round numbers, a pair, and the reference's ratios")
    func folders() async throws {
        let outcome = try await session(
            .init(
                name: "base", turns: turns, figure: { name, turn in name.contains("own") ? 200 : 100 + Double(turn) }),
            .init(
                name: "candidate", turns: turns,
                figure: { name, turn in name.contains("own") ? 220 : 100 + Double(turn) })
        ).run()
        let base = try RecordedRun(path: "\(temporary.path)/\(outcome.base.path)")
        let candidate = try RecordedRun(path: "\(temporary.path)/\(outcome.candidate.path)")
        let comparison = try Comparison(base: base, candidate: candidate)
        #expect(comparison.arePaired && comparison.differences.isEmpty)
        let own = try #require(comparison.metrics.first { $0.caseName == "fake/own/x=1" })
        #expect(own.rounds == 12 && own.verdict == .slower && abs(own.ratio! - 1.1) < 1e-9)
        #expect(comparison.metrics.first { $0.caseName == "fake/base/x=1" }?.verdict == .same)
        #expect(base.rows.first { $0.caseName == "fake/own/x=1" }?.ratio.map { abs($0 - 200 / 105.5) < 0.01 } == true)
        #expect(!temporary.contents().contains("latest"))
    }

    @Test("ends early as soon as every gated figure is decided, and not before")
    func early() async throws {
        let steady = try await session(
            .init(name: "base", turns: turns, figure: { 100 + 0.01 * Double($1) + Double($0.count) }),
            .init(name: "candidate", turns: turns, figure: { 100 - 0.01 * Double($1) + Double($0.count) }), rounds: 60,
            stopsEarly: true
        ).run()
        #expect(steady.rounds == PairSession.looks[0])
        let scattered = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, figure: { 100 * ($1 % 2 == 0 ? 1.3 : 0.7) }), rounds: 20,
            stopsEarly: true
        ).run()
        #expect(scattered.rounds == 20)
    }

    @Test("a look decides at the level divided by all the looks, so that looking often is no more likely to err")
    func looks() async throws {
        // One figure, always slower: p is 2/2⁸ at the first look, below 1 % and not below a third of it.
        let outcome = try await session(
            .init(name: "base", turns: turns), .init(name: "candidate", turns: turns, figure: { 110 + Double($1) }),
            rounds: 20, stopsEarly: true, rule: .init(cases: ["fake/own/x=1"])
        ).run()
        #expect(outcome.rounds == PairSession.looks[1])
    }

    @Test("a case that breaks its contract is measured no more, keeps its reason, and stops nobody else")
    func broken() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(
                name: "candidate", turns: turns, status: { $0 == "fake/own/x=2" && $1 == 3 ? .invalid("order") : .ok })
        ).run()
        #expect(outcome.candidate.result(of: "fake/own/x=2")?.status == .invalid("order"))
        #expect(outcome.candidate.result(of: "fake/own/x=1")?.rounds.count == 12)
        let gate = try RegressionGate(
            base: outcome.base, candidate: outcome.candidate, configuration: GateConfiguration(rules: [.init()]))
        #expect(gate.exitCode == 4)
    }

    @Test("a case that one build lacks is in the other's folder with the reason, and measured by neither")
    func missing() async throws {
        var candidate = Turns.Build(name: "candidate", turns: turns)
        candidate.cases.removeLast()
        let outcome = try await session(.init(name: "base", turns: turns), candidate).run()
        #expect(outcome.base.result(of: "fake/own/x=2")?.status == .skipped("the candidate has no such case"))
        #expect(turns.log.withLock { $0.allSatisfy { !$0.cases.contains("fake/own/x=2") } })
        let comparison = try Comparison(base: outcome.base, candidate: outcome.candidate)
        #expect(comparison.onlyInBase == ["fake/own/x=2"])
    }

    @Test(
        "an interruption keeps the whole rounds of both, marked partial, whoever was measured first", arguments: 1...6)
    func interrupted(seed: UInt64) async throws {
        let flag = InterruptionFlag()
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, willMeasure: { if $0 == 7 { flag.request() } }),
            seed: seed, interruption: flag
        ).run()
        #expect(outcome.wasInterrupted && outcome.rounds == 7)
        for run in [outcome.base, outcome.candidate] {
            let read = try RecordedRun(path: "\(temporary.path)/\(run.path)")
            #expect(read.results.allSatisfy { $0.rounds.count == 7 && $0.status == .partial })
        }
    }

    @Test("no round begins that would end after the time allowed; the first always does")
    func time() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns), .init(name: "candidate", turns: turns), seconds: 0
        ).run()
        #expect(outcome.rounds == 1)
    }

    @Test("builds without a common case are refused, and nothing is written")
    func nothingInCommon() async {
        var candidate = Turns.Build(name: "candidate", turns: turns)
        candidate.cases = [ListedCase(name: "other/a/x=1", isReference: false, seconds: 1)]
        await #expect(throws: UsageError.self) {
            try await session(.init(name: "base", turns: turns), candidate).run()
        }
        #expect(temporary.contents().isEmpty)
    }

    @Test("chunks are whole groups, joined until they last half a second")
    func chunks() {
        let cases = (0..<6).flatMap { group in
            ["a", "b"].map { ListedCase(name: "fake/\($0)/x=\(group)", isReference: false, seconds: 0.1) }
        }
        let chunks = PairSession.chunks(cases)
        #expect(chunks.map(\.count) == [6, 6])
        #expect(chunks.flatMap { $0 } == cases.map(\.name))
    }
}
