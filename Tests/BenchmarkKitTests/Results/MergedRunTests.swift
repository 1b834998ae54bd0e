import Testing

@testable import BenchmarkKit

@Suite("Merged runs")
struct MergedRunTests {
    private let fixture = PairFixture(cases: [])

    private func run(_ name: String, change: (inout EnvironmentRecord) -> Void = { _ in }) -> RecordedRun {
        fixture.run(.base, [(name, FakeSuite.time, [1, 2, 3], .ok)]) {
            $0.pair = nil
            change(&$0)
        }
    }

    @Test("have the cases of all, under one run of their own")
    func merges() throws {
        let merged = try MergedRun([run("fake/a/x=1"), run("fake/b/x=1")], allowsDifferent: false)
        #expect(merged.results.map(\.benchmarkCase.description) == ["fake/a/x=1", "fake/b/x=1"])
        #expect(merged.rows.allSatisfy { $0.run == merged.identity } && merged.environment.runID == merged.identity.id)
    }

    @Test("refuse a case twice")
    func twice() {
        let error = #expect(throws: UsageError.self) {
            try MergedRun([run("fake/a/x=1"), run("fake/a/x=1")], allowsDifferent: true)
        }
        #expect(error?.description.contains("fake/a/x=1") == true)
    }

    @Test("refuse another revision, host, allocator, profile or seed unless told otherwise")
    func different() throws {
        let changes: [@Sendable (inout EnvironmentRecord) -> Void] = [
            { $0.revision = "other" }, { $0.host = "other" }, { $0.profile = "full" }, { $0.seed = 2 },
            { $0.allocator = AllocatorIdentity(name: "glibc", version: nil) }, { $0.optimisation = "debug" },
            { $0.tool = "other" },
        ]
        for change in changes {
            let runs = [run("fake/a/x=1"), run("fake/b/x=1", change: change)]
            #expect(throws: UsageError.self) { try MergedRun(runs, allowsDifferent: false) }
            #expect(try MergedRun(runs, allowsDifferent: true).results.count == 2)
        }
    }
}
