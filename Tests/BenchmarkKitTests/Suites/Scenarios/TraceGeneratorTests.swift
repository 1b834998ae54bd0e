import Testing

@testable import BenchmarkKit

struct TraceGeneratorTests {
    private func generator(
        _ scenario: ScenarioKind, seed: UInt64 = 1, users: Int = 5, records: Int = 40, seconds: Double = 1
    ) -> TraceGenerator {
        TraceGenerator(
            scenario: scenario, seed: seed, users: users, records: records, latencyMicroseconds: 4_000, seconds: seconds
        )
    }

    @Test(arguments: ScenarioKind.allCases)
    func `What is generated is read as it was written`(scenario: ScenarioKind) throws {
        let trace = generator(scenario, seed: TraceGenerator.largestSeed).trace()
        #expect(trace.actions.count > 20)
        #expect(try TraceReader.trace(TraceWriter.text(trace).utf8, file: "t") == trace)
    }

    @Test func `A text with quotes and control characters is read as it was written`() throws {
        let trace = ScenarioTrace(
            header: ScenarioHeader(scenario: .search),
            actions: [ScenarioAction(index: 0, microseconds: 0, user: 0, kind: .type, text: "a\"\\\n\r\t\u{1}é😀/")])
        #expect(try TraceReader.trace(TraceWriter.text(trace).utf8, file: "t") == trace)
    }

    @Test(arguments: ScenarioKind.allCases)
    func `A trace follows from its seed`(scenario: ScenarioKind) {
        #expect(generator(scenario).trace() == generator(scenario).trace())
        #expect(generator(scenario).trace().actions != generator(scenario, seed: 2).trace().actions)
    }

    @Test(arguments: ScenarioKind.allCases)
    func `Users, records and time are as many as asked for`(scenario: ScenarioKind) {
        let trace = generator(scenario).trace()
        #expect(Set(trace.actions.map(\.user)) == Set(0..<5))
        #expect(trace.header.users == 5 && trace.header.records == 40)
        #expect(trace.actions.allSatisfy { (0..<40).contains($0.record) })
        #expect((0.8...1.1).contains(trace.seconds))
        #expect(trace.actions.map(\.index) == Array(trace.actions.indices))
    }

    @Test(arguments: 1...20)
    func `The shortest notebook has a rename, an export and a pull, and its last note is never deleted`(seed: UInt64) {
        let shortest = generator(.notebook, seed: seed, users: 1, records: 1, seconds: 0.0001).trace()
        // Four arrivals, of which the renames may be two each.
        #expect((4...6).contains(shortest.actions.count))
        #expect(Set(shortest.actions.map(\.kind)).isSuperset(of: [.rename, .export, .pull]))
        #expect(!shortest.actions.contains { $0.kind == .delete })
    }

    @Test(arguments: 1...20)
    func `A note that was deleted is not heard of again, and some deletes follow upon a rename`(seed: UInt64) {
        var deleted: Set<Int> = []
        var cancelling = 0
        let actions = generator(.notebook, seed: seed, seconds: 2).trace().actions
        for action in actions where action.kind == .rename || action.kind == .delete {
            #expect(!deleted.contains(action.record))
            #expect(action.record % 5 == action.group)
            if action.kind == .delete {
                deleted.insert(action.record)
                cancelling += actions.count {
                    $0.kind == .rename && $0.record == action.record && $0.microseconds == action.microseconds - 500
                }
            }
        }
        #expect(cancelling > 0)
    }

    @Test func `A word is typed letter by letter, faster than the debounce, with a longer pause behind it`() {
        let actions = generator(.search, users: 1).trace().actions
        for (previous, next) in zip(actions, actions.dropFirst()) {
            let pause = next.microseconds - previous.microseconds
            if next.text.hasPrefix(previous.text), next.text.count == previous.text.count + 1 {
                #expect((4_000...16_000).contains(pause))
            } else {
                #expect(next.text.count == 1)
                #expect(pause > 30_000 + 3 * 4_000)
            }
        }
    }

    @Test func `A prefix has what begins by then, and at least one action`() {
        let trace = generator(.sync).trace()
        let prefix = trace.prefix(seconds: 0.1)
        #expect(prefix.actions == trace.actions.filter { $0.microseconds <= 100_000 })
        #expect(trace.prefix(seconds: 0).actions.count == 1)
        #expect(trace.prefix(seconds: 9) == trace)
    }
}
