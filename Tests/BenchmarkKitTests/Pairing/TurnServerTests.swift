import Foundation
import Synchronization
import Testing

@testable import BenchmarkKit

@Suite("A build that measures in turns")
struct TurnServerTests {
    private func server(
        _ implementations: [FakeSuite.Implementation], turns: Int = 4,
        counted: @escaping @Sendable () throws(UsageError) -> [CountedFigures] = { () throws(UsageError) in [] }
    ) throws -> TurnServer {
        let plan = try RunPlan([FakeSuite(implementations: implementations)], options: SuiteOptions(secondsPerCase: 6))
        return TurnServer(plan, seed: 7, turns: turns, environment: { .test(runID: "") }, count: counted)
    }
    private let own = "fake/own/backlog=1,colour=red"

    @Test("a turn lasts its share of a round, has a schedule of its own, and is answered by its median")
    func turn() async throws {
        let asked = Mutex<[RoundContext]>([])
        let other = MetricDefinition("share", unit: "1", better: .higher, resolution: .infinity)
        var server = try server([
            .init("own") { context in
                asked.withLock { $0.append(context) }
                return [
                    MetricRound(FakeSuite.time, .samples([3, 1, 2])),
                    MetricRound(other, .samples([5]), expectation: (1, 2)),
                ]
            }
        ])
        let reply = await server.answer(.measure(own, turn: 2))
        _ = await server.answer(.measure(own, turn: 3))
        #expect(reply.problem == nil && reply.figures.map(\.value) == [2, 5])
        #expect(reply.figures.map(\.metric) == [FakeSuite.time, other])
        #expect(reply.figures.last?.expectation?.expected == 2)
        let contexts = asked.withLock { $0 }
        // Six seconds in three rounds of four turns.
        #expect(contexts.map(\.seconds) == [0.5, 0.5] && contexts.map(\.round) == [2, 3])
        #expect(contexts.allSatisfy { !$0.isWarmUp } && contexts[0].seed != contexts[1].seed)
        // Both builds of a pair meet the same schedule.
        var second = try self.server([
            .init("own") { context in
                #expect(context.seed == contexts[0].seed)
                return [MetricRound(FakeSuite.time, .samples([1]))]
            }
        ])
        _ = await second.answer(.measure(own, turn: 2))
    }

    @Test("warming up is not measured")
    func warming() async throws {
        let warm = Mutex(0)
        var server = try server([
            .init("own") { context in
                #expect(context.isWarmUp)
                warm.withLock { $0 += 1 }
                return [MetricRound(FakeSuite.time, .samples([1]))]
            }
        ])
        let reply = await server.answer(.warm(own))
        #expect(reply.figures.isEmpty && reply.problem == nil && warm.withLock { $0 } == 2)
    }

    @Test("a broken contract, a failure and an unknown case are said, and the case is measured no more")
    func problems() async throws {
        let calls = Mutex(0)
        var server = try server([
            .init("own") { _ in
                calls.withLock { $0 += 1 }
                throw ContractViolation("order")
            }, .init("other") { _ in throw UsageError("why") },
        ])
        for _ in 0..<2 { #expect(await server.answer(.measure(own, turn: 0)).problem == .invalid("order")) }
        #expect(calls.withLock { $0 } == 1)
        let other = "fake/other/backlog=1,colour=red"
        #expect(await server.answer(.warm(other)).problem == .failed("why"))
        #expect(await server.answer(.warm("nothing")).problem == .failed("there is no such case"))
    }

    @Test("counts are their medians, and that they cannot be counted is a note")
    func counting() async throws {
        let metric = MetricDefinition("allocations", unit: "count", resolution: 0.01)
        var server = try server([.init("own") { _ in 1 }]) { () throws(UsageError) in
            [CountedFigures(caseName: "c", metric: metric, figures: [5, 4, 4])]
        }
        #expect(await server.answer(.count).figures == [TurnFigure("c", metric, value: 4)])
        var failing = try self.server([.init("own") { _ in 1 }]) { () throws(UsageError) in throw UsageError("why") }
        #expect(await failing.answer(.count).note == "allocations were not counted: why")
    }

    @Test("messages survive their line, infinite resolutions too")
    func lines() throws {
        let requests: [TurnRequest] = [.environment, .count, .warm("a/b/c=1,d=\"é\""), .measure("a", turn: 3)]
        for request in requests {
            let line = TurnLine.write(request)
            #expect(line.filter(\.isNewline).count == 1 && TurnLine.read(TurnRequest.self, line) == request)
        }
        let metric = MetricDefinition("m", unit: "ns", better: .higher, resolution: .infinity)
        let reply = TurnReply(
            figures: [TurnFigure("c", metric, value: 1.5, expectation: (1, 2))], problem: .failed("a\nb"),
            environment: .test(runID: "x"), note: "n")
        let line = TurnLine.write(reply)
        let read = try #require(TurnLine.read(TurnReply.self, line))
        #expect(line.filter(\.isNewline).count == 1)
        #expect(read.figures == reply.figures && read.figures[0].metric.resolution == .infinity)
        #expect(read.problem == reply.problem && read.environment == reply.environment && read.note == "n")
        #expect(TurnLine.read(TurnRequest.self, "hello") == nil)
    }
}
