import Testing

@testable import BenchmarkKit

@Suite("The plan of a run")
struct RunPlanTests {
    private let suite = FakeSuite(
        backlogs: [1, 10, 100],
        implementations: [.init("base") { _ in 1 }, .init("other") { _ in 2 }])

    private func names(
        filters: [String] = [], implementations: [String]? = nil, shard: Shard? = nil
    ) throws(UsageError) -> [String] {
        let selection = CaseSelection(implementations: implementations, filters: filters, shard: shard)
        return try RunPlan([suite], selection: selection).cases.map(\.benchmarkCase.description)
    }

    @Test("filters add up, and those with ! take away")
    func filters() throws {
        #expect(
            try names(filters: ["*backlog=1,*", "*/other/*", "!*=100,*"]) == [
                "fake/base/backlog=1,colour=red", "fake/other/backlog=1,colour=red", "fake/other/backlog=10,colour=red",
            ])
    }

    @Test("a selection that leaves nothing is an error, and so is a filter that matches nothing beside one that does")
    func nothing() {
        #expect(throws: UsageError.self) { try names(filters: ["!*"]) }
        #expect(throws: UsageError.self) { try names(filters: ["*base*", "nowhere"]) }
        #expect(throws: UsageError.self) { try names(implementations: ["bass"]) }
    }

    @Test("the shards of a plan are all its cases, each once, groups whole, and evenly long", arguments: [1, 2, 3])
    func shards(count: Int) throws {
        var all: [String] = []
        for index in 1...count {
            let part = try names(shard: Shard(index: index, count: count))
            #expect(abs(part.count - 6 / count) <= 1, "shards of equally long groups differ by one group at most")
            all += part
        }
        #expect(all.sorted() == (try names()).sorted())
        #expect(Shard(index: 0, count: 2) == nil && Shard(index: 3, count: 2) == nil)
    }

    @Test("a shard without a case is an error")
    func emptyShard() { #expect(throws: UsageError.self) { try names(shard: Shard(index: 4, count: 4)) } }

    @Test("--time and --rounds override what the suite plans, and skipped cases take no time")
    func time() throws {
        let skipping = FakeSuite(
            rounds: 4, seconds: 2, implementations: [.init("a") { _ in 1 }, .init("b", skipReason: "no") { _ in [] }])
        #expect(try RunPlan([skipping]).expectedSeconds == 10, "four rounds and a warm-up")
        let options = SuiteOptions(secondsPerCase: 6, rounds: 3)
        let plan = try RunPlan([skipping], options: options)
        #expect(plan.cases[0].secondsPerRound(options) == 2)
        #expect(plan.cases[0].rounds(options) == 3)
    }

    @Test(
        "a pass longer than its round sizes the forecast, and not what the round is told to last",
        arguments: [
            (secondsPerCase: nil, 40), (6, 16), (20, 28), (1, 16),
        ] as [(secondsPerCase: Double?, seconds: Double)])
    func passes(secondsPerCase: Double?, seconds: Double) throws {
        let slow = FakeSuite(rounds: 4, seconds: 2, secondsPerPass: 8, implementations: [.init("a") { _ in 1 }])
        let options = SuiteOptions(secondsPerCase: secondsPerCase)
        let plan = try RunPlan([slow], options: options)
        #expect(plan.cases[0].secondsPerRound(options) == secondsPerCase.map { $0 / 4 } ?? 2)
        #expect(plan.expectedSeconds == seconds, "rounds, as many as fit into --time and at least one, and a warm-up")
    }

    @Test("a suite that plans a case twice is told so")
    func twice() {
        let suite = FakeSuite(backlogs: [1, 1], implementations: [.init("a") { _ in 1 }])
        #expect(throws: UsageError.self) { try RunPlan([suite]) }
    }
}
