import Synchronization
import Testing

@testable import BenchmarkKit

/// Builds whose figures are given, and a log of who was asked what.
private final class Turns: Sendable {
    struct Entry: Sendable {
        let build: String
        /// Of this build, 0-based.
        let process: Int
        let request: TurnRequest
        let seed: UInt64
    }
    let log = Mutex<[Entry]>([])
    let processes = Mutex<[String: Int]>([:])

    struct Build: MeasuredBuild {
        let name: String
        let turns: Turns
        var cases = [
            ListedCase(name: "fake/base/x=1", isReference: true, seconds: 1),
            ListedCase(name: "fake/own/x=1", isReference: false, seconds: 1),
            ListedCase(name: "fake/own/x=2", isReference: false, seconds: 1),
        ]
        /// A case's figure in a turn of the n-th process.
        var figure: @Sendable (_ name: String, _ process: Int, _ turn: Int) -> Double = { _, _, _ in 100 }
        /// What becomes of the process.
        var answer: @Sendable (_ request: TurnRequest, _ process: Int) -> TurnAnswer? = { _, _ in nil }

        func list() async throws(UsageError) -> [ListedCase] { cases }

        func start(
            _ cases: [String], turns count: Int, seed: UInt64
        ) async throws(UsageError) -> any MeasuringProcess {
            let number = turns.processes.withLock { processes in
                defer { processes[name, default: 0] += 1 }
                return processes[name, default: 0]
            }
            return Process(build: self, number: number, seed: seed)
        }
    }

    struct Process: MeasuringProcess {
        let build: Build
        let number: Int
        let seed: UInt64

        func ask(_ request: TurnRequest) async throws(UsageError) -> TurnAnswer {
            build.turns.log.withLock { log in
                log.append(Entry(build: build.name, process: number, request: request, seed: seed))
            }
            if let answer = build.answer(request, number) { return answer }
            switch request {
            case .environment: return .reply(TurnReply(environment: .test(runID: "child")))
            case .warm, .count: return .reply(TurnReply())
            case .measure(let name, let turn):
                let figure = build.figure(name, number, turn)
                return .reply(TurnReply(figures: [TurnFigure(name, FakeSuite.time, value: figure)]))
            }
        }

        func end() {}
    }
}

extension TurnRequest {
    /// The case that is measured.
    fileprivate var measured: String? {
        if case .measure(let name, _) = self { name } else { nil }
    }
}

@Suite("Two builds in turns")
struct PairSessionTests {
    private let temporary = TemporaryFolder()
    private let turns = Turns()

    private func session(
        _ base: Turns.Build, _ candidate: Turns.Build, rounds: Int = 12, stopsEarly: Bool = false, seed: UInt64 = 1,
        seconds: Double = 1e9, turns count: Int = 3, rule: GateConfiguration.Rule = .init(),
        interruption: InterruptionFlag = InterruptionFlag()
    ) -> PairSession {
        PairSession(
            base: base, candidate: candidate,
            settings: .init(
                configuration: GateConfiguration(rules: [rule]), rounds: rounds, seconds: seconds, seed: seed,
                output: temporary.path, turns: count, stopsEarly: stopsEarly), interruption: interruption)
    }

    @Test("a round has a process of each build; they take turns case by case, the first by chance, with one seed")
    func alternates() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns), .init(name: "candidate", turns: turns), rounds: 20, turns: 5
        ).run()
        #expect(outcome.rounds == 20)
        let log = turns.log.withLock { $0 }
        var firsts: [String: Int] = [:]
        for index in stride(from: 0, to: log.count, by: 2) {
            let (one, other) = (log[index], log[index + 1])
            #expect(one.build != other.build && one.request == other.request && one.seed == other.seed)
            #expect(one.process == other.process)
            firsts[one.build, default: 0] += 1
        }
        #expect(firsts["base", default: 0] > 100 && firsts["candidate", default: 0] > 100)
        #expect(Set(log.map(\.seed)).count == 20)
        let measured = log.filter { $0.build == "base" }.compactMap { $0.request.measured }
        #expect(measured.count == 20 * 5 * 3)
        // Each turn has every case once, in an order of its own.
        let orders = stride(from: 0, to: measured.count, by: 3).map { Array(measured[$0..<($0 + 3)]) }
        #expect(orders.allSatisfy { Set($0).count == 3 } && Set(orders).count == 6)
        #expect(log.count { $0.build == "base" && $0.request == .count } == 3)
        #expect(log.count { $0.build == "base" && $0.request == .environment } == 1)
        #expect(log.count { $0.build == "base" && $0.request == .warm("fake/own/x=1") } == 20)
    }

    @Test("what most turns say counts: a machine that changes its pace between turns does not")
    func pace() async throws {
        // Each turn has a pace of its own, from 1 to 5; one turn of five is disturbed on the candidate's side.
        let pace: @Sendable (Int, Int) -> Double = { process, turn in Double(1 + (process * 3 + turn) % 5) }
        let outcome = try await session(
            .init(name: "base", turns: turns, figure: { _, process, turn in 100 * pace(process, turn) }),
            .init(
                name: "candidate", turns: turns,
                figure: { _, process, turn in (turn == 2 ? 900 : 110) * pace(process, turn) }), turns: 5
        ).run()
        let base = try RecordedRun(path: "\(temporary.path)/\(outcome.base.path)")
        let candidate = try RecordedRun(path: "\(temporary.path)/\(outcome.candidate.path)")
        #expect(base.environment?.pair?.turns == 5)
        let comparison = try Comparison(base: base, candidate: candidate)
        for metric in comparison.metrics {
            #expect(metric.verdict == .slower)
            let interval = try #require(metric.interval)
            #expect(abs(interval.low - 1.1) < 1e-9 && abs(interval.high - 1.1) < 1e-9)
        }
        let differences = try RoundDifferences(
            base: base, candidate: candidate, configuration: GateConfiguration(rules: [.init()]))
        #expect(differences.rows.allSatisfy { $0.logRatios.allSatisfy { abs($0 - 0.0953101798) < 1e-9 } })
    }

    @Test("a body that lasts longer than its turn gets fewer of them, on both sides alike")
    func slowBodies() async throws {
        var cases = Turns.Build(name: "", turns: turns).cases
        // No time at all: each is over time after its first turn.
        cases[2] = ListedCase(name: "fake/own/x=2", isReference: false, seconds: 0)
        let outcome = try await session(
            .init(name: "base", turns: turns, cases: cases), .init(name: "candidate", turns: turns, cases: cases),
            rounds: 2, turns: 4
        ).run()
        func samples(_ run: RecordedRun, _ name: String) -> [Int] {
            run.result(of: name)?.rounds.map { SampleSummary(pooling: $0)?.count ?? 0 } ?? []
        }
        for run in [outcome.base, outcome.candidate] {
            #expect(samples(run, "fake/own/x=1") == [4, 4] && samples(run, "fake/own/x=2") == [1, 1])
        }
    }

    @Test("both folders can be compared: the same round numbers, a pair, and the reference's ratios")
    func folders() async throws {
        let outcome = try await session(
            .init(
                name: "base", turns: turns,
                figure: { name, process, _ in name.contains("own") ? 200 : 100 + Double(process) }),
            .init(
                name: "candidate", turns: turns,
                figure: { name, process, _ in name.contains("own") ? 220 : 100 + Double(process) })
        ).run()
        let base = try RecordedRun(path: "\(temporary.path)/\(outcome.base.path)")
        let candidate = try RecordedRun(path: "\(temporary.path)/\(outcome.candidate.path)")
        let comparison = try Comparison(base: base, candidate: candidate)
        #expect(comparison.arePaired && comparison.differences.isEmpty)
        let own = try #require(comparison.metrics.first { $0.caseName == "fake/own/x=1" })
        #expect(own.rounds == 12 && own.verdict == .slower && abs(own.ratio! - 1.1) < 1e-9)
        #expect(comparison.metrics.first { $0.caseName == "fake/base/x=1" }?.verdict == .same)
        #expect(base.rows.allSatisfy { $0.run.revision == "abc" })
        #expect(base.rows.first { $0.caseName == "fake/own/x=1" }?.ratio.map { abs($0 - 200 / 105.5) < 0.01 } == true)
        #expect(!temporary.contents().contains("latest"))
    }

    @Test("ends early as soon as every gated figure is decided, and not before")
    func early() async throws {
        let steady = try await session(
            .init(
                name: "base", turns: turns,
                figure: { name, process, _ in 100 + 0.01 * Double(process) + Double(name.count) }),
            .init(
                name: "candidate", turns: turns,
                figure: { name, process, _ in 100 - 0.01 * Double(process) + Double(name.count) }), rounds: 60,
            stopsEarly: true
        ).run()
        #expect(steady.rounds == PairSession.looks[0])
        let scattered = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, figure: { 100 * ($1 % 2 == 0 ? 1.3 : 0.7) + 0 * Double($2) }),
            rounds: 20,
            stopsEarly: true
        ).run()
        #expect(scattered.rounds == 20)
    }

    @Test("a look decides at the level divided by all the looks, so that looking often is no more likely to err")
    func looks() async throws {
        // One figure, always slower: p is 2/2⁸ at the first look, below 1 % and not below a third of it.
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, figure: { 110 + Double($1) + 0 * Double($2) }),
            rounds: 20, stopsEarly: true, rule: .init(cases: ["fake/own/x=1"])
        ).run()
        #expect(outcome.rounds == PairSession.looks[1])
    }

    /// What the fourth process answers in the second turn of a case.
    private static func inTheMiddle(_ answer: TurnAnswer) -> @Sendable (TurnRequest, Int) -> TurnAnswer? {
        { request, process in request == .measure("fake/own/x=2", turn: 1) && process == 3 ? answer : nil }
    }

    @Test("a case that breaks its contract is measured no more, keeps its reason, and stops nobody else")
    func broken() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(
                name: "candidate", turns: turns, answer: Self.inTheMiddle(.reply(TurnReply(problem: .invalid("order"))))
            )
        ).run()
        #expect(outcome.candidate.result(of: "fake/own/x=2")?.status == .invalid("order"))
        #expect(outcome.candidate.result(of: "fake/own/x=1")?.rounds.count == 12)
        #expect(outcome.base.result(of: "fake/own/x=2")?.rounds.count == 3)
        let gate = try RegressionGate(
            base: outcome.base, candidate: outcome.candidate, configuration: GateConfiguration(rules: [.init()]))
        #expect(gate.exitCode == 4)
    }

    @Test("a process that dies over a case takes nothing but that case with it: its round is measured again")
    func crashed() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, answer: Self.inTheMiddle(.died("the program died")))
        ).run()
        #expect(outcome.candidate.result(of: "fake/own/x=2")?.status == .failed("the program died"))
        #expect(outcome.rounds == 12)
        for run in [outcome.base, outcome.candidate] {
            let rounds = try #require(run.result(of: "fake/own/x=1")).rounds
            #expect(rounds.count == 12 && rounds.allSatisfy { SampleSummary(pooling: $0)?.count == 3 })
        }
    }

    @Test("a build that dies before it measures fails all its cases, and ends the session")
    func stillborn() async throws {
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(name: "candidate", turns: turns, answer: { _, _ in .died("the program died") })
        ).run()
        #expect(outcome.rounds == 0)
        #expect(outcome.candidate.results.allSatisfy { $0.status == .failed("the program died") })
    }

    @Test("what is counted is a figure of the first three rounds, with no turns")
    func counted() async throws {
        let metric = MetricDefinition("allocations", unit: "count")
        let answer: @Sendable (TurnRequest, Int) -> TurnAnswer? = { request, _ in
            guard request == .count else { return nil }
            return .reply(TurnReply(figures: [TurnFigure("fake/own/x=1", metric, value: 5)], note: "counted"))
        }
        let outcome = try await session(
            .init(name: "base", turns: turns, answer: answer), .init(name: "candidate", turns: turns, answer: answer)
        ).run()
        let comparison = try Comparison(base: outcome.base, candidate: outcome.candidate)
        let counted = try #require(comparison.metrics.first { $0.metric.name == "allocations" })
        #expect(counted.rounds == 3 && counted.base == 5 && counted.verdict == .same)
        #expect(outcome.base.environment?.notes == ["counted"])
    }

    @Test("a case that one build lacks is in the other's folder with the reason, and measured by neither")
    func missing() async throws {
        var candidate = Turns.Build(name: "candidate", turns: turns)
        candidate.cases.removeLast()
        let outcome = try await session(.init(name: "base", turns: turns), candidate).run()
        #expect(outcome.base.result(of: "fake/own/x=2")?.status == .skipped("the candidate has no such case"))
        #expect(turns.log.withLock { $0.allSatisfy { $0.request.measured != "fake/own/x=2" } })
        let comparison = try Comparison(base: outcome.base, candidate: outcome.candidate)
        #expect(comparison.onlyInBase == ["fake/own/x=2"])
    }

    @Test(
        "an interruption keeps the whole rounds of both, marked partial, whoever was measured first", arguments: 1...6)
    func interrupted(seed: UInt64) async throws {
        let flag = InterruptionFlag()
        let outcome = try await session(
            .init(name: "base", turns: turns),
            .init(
                name: "candidate", turns: turns,
                answer: { request, process in
                    if process == 7, request == .measure("fake/own/x=1", turn: 1) { flag.request() }
                    return nil
                }),
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
}
