import Testing

@testable import BenchmarkKit

/// Runs each operation where it is submitted, so that every one delays the next submission.
private struct InlineRunner: GroupedImplementation {
    static let name = "inline"
    static let keepsOrder = true
    static let takesSeveralGroups = true
    static let takesLimit = true
    init(groups: Int, limit: Int) {}
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { operation() }
}

struct FairnessOpenLoopTests {
    private typealias Operation = FairnessTrace.Operation

    private func recording(_ operations: [(writes: Bool, due: UInt64, started: UInt64, ended: UInt64)])
        -> FairnessRecording
    {
        let recording = FairnessRecording(
            FairnessTrace(operations.map { Operation(groups: [0], writes: $0.writes) }))
        for (index, operation) in operations.enumerated() {
            recording[index] = .init(submitted: operation.due, started: operation.started, ended: operation.ended)
        }
        return recording
    }

    @Test func `The mean wait is compared with the ideal schedule of the same arrivals`() throws {
        var lag = LatencyHistogram()
        lag.record(3)
        // Two readers of 10 that could have run at once, a writer that had to wait for both, and one that comes late.
        let recording = recording([
            (false, 100, 102, 112), (false, 104, 112, 122), (true, 105, 125, 135), (true, 200, 207, 217),
        ])
        let metrics = try FairnessSuite.figures(recording, InlineRunner.self, workers: 2, lag: lag)
        let wait = try #require(metrics.first { $0.metric.name == "mean_wait" })
        #expect(wait.samples == [(2 + 8 + 20 + 7) / 4.0])
        // At best: 0, 0, from 105 to 114, 0.
        #expect(wait.expectation! == ((2 + 8 + 20 + 7) / 4.0, 9 / 4.0))
        #expect(!metrics.contains { $0.metric.name == "makespan" })
        #expect(metrics.contains { $0.metric.name == "submitter_lag" })
    }

    @Test func `Without a lag there is a makespan, and no mean wait`() throws {
        let metrics = try FairnessSuite.figures(recording([(true, 0, 0, 10)]), InlineRunner.self, workers: 2)
        #expect(
            metrics.contains { $0.metric.name == "makespan" } && !metrics.contains { $0.metric.name == "mean_wait" })
    }

    @Test func `A late submission counts from its scheduled arrival`() async {
        let trace = FairnessTrace([Operation(groups: [0], writes: true), Operation(groups: [0], writes: true)])
        let systemUnderTest = FairnessOpenLoop(trace, [0, 1_000])
        await systemUnderTest.submitAll { index in
            systemUnderTest.recording.run(index, nanoseconds: 100_000)
        }
        let (first, second) = (systemUnderTest.recording[0], systemUnderTest.recording[1])
        #expect(second.submitted == first.submitted + 1_000)
        // It could not start before the first, which kept the thread, had ended.
        #expect(second.started >= first.ended && second.started - second.submitted >= 99_000)
        #expect(systemUnderTest.lag.count == 2 && systemUnderTest.lag.max >= 99_000)
    }

    @Test(arguments: [1_000, 100_000, 300_000] as [UInt64])
    func `An operation that sleeps lasts no shorter than it should`(nanoseconds: UInt64) {
        let recording = FairnessRecording(FairnessTrace([Operation(groups: [0], writes: true)]))
        recording.sleep(0, nanoseconds: nanoseconds)
        #expect(recording[0].ended - recording[0].started >= nanoseconds)
    }

    @Test func `Arrivals follow from the seed, and load the ideal schedule as asked`() {
        let trace = FairnessTrace(
            count: 20_000, groups: 1, choice: .uniform, groupsPerJob: 1, readPercent: 0, seed: 1)
        func arrivals(_ seed: UInt64) -> [UInt64] { trace.arrivals(load: 0.5, service: 1_000, workers: 2, seed: seed) }
        #expect(arrivals(1) == arrivals(1) && arrivals(1) != arrivals(2))
        #expect(zip(arrivals(1), arrivals(1).dropFirst()).allSatisfy { $0 <= $1 })
        // All write one group: 20 ms of work in turns, so that they arrive over 40 ms.
        #expect(abs(Double(arrivals(1).last!) / 40e6 - 1) < 0.03)
        let readers = FairnessTrace(
            count: 20_000, groups: 1, choice: .uniform, groupsPerJob: 1, readPercent: 100, seed: 1)
        #expect(
            abs(Double(readers.arrivals(load: 0.5, service: 1_000, workers: 2, seed: 1).last!) / 20e6 - 1) < 0.03)
    }

    @Test func `Schedules of all seeds are about as hard as each other`() {
        let trace = FairnessTrace(count: 400, groups: 4, choice: .uniform, groupsPerJob: 1, readPercent: 50, seed: 1)
        let waits = (0..<20).map { seed in
            let arrivals = trace.arrivals(load: 0.7, service: 1_000, workers: 2, seed: UInt64(seed)).map { Double($0) }
            let starts = ListScheduling.starts(
                durations: arrivals.map { _ in 1_000 }, predecessors: trace.predecessors, workers: 2,
                releases: arrivals)
            return zip(starts, arrivals).reduce(0) { $0 + $1.0 - $1.1 }
        }
        #expect(waits.max()! / waits.min()! < 1.5)
    }

    @Test func `The ideal schedule starts nothing before it is submitted`() {
        let starts = ListScheduling.starts(
            durations: [10, 10, 10, 1], predecessors: [[], [0], [], [1, 2]], workers: 1, releases: [5, 6, 7, 100])
        #expect(starts == [5, 15, 25, 100])
        #expect(
            ListScheduling.starts(
                durations: [10, 10, 10, 1], predecessors: [[], [0], [], [1, 2]], workers: 2, releases: [5, 6, 7, 8])
                == [5, 15, 7, 25])
    }

    @Test func `Closed cases keep their names, and open ones say so`() {
        let names = FairnessSuite([InlineRunner.self]).cases(SuiteOptions(profile: .tiny)).map {
            $0.benchmarkCase.parameterText
        }
        let closed = "groups=2,choice=uniform,groups_per_job=1,read_percent=50,limit=none"
        #expect(names == [closed, closed + ",loop=open"])
    }

    @Test(arguments: [BenchmarkProfile.standard, .full])
    func `Both loops vary readers, groups and how they are chosen; one goes through groups a job and limits`(
        profile: BenchmarkProfile
    ) {
        let cases = FairnessSuite([InlineRunner.self]).cases(SuiteOptions(profile: profile)).map(\.benchmarkCase)
        func values(_ key: String, open: Bool) -> Set<String> {
            Set(cases.filter { ($0["loop"] == "open") == open }.compactMap { $0[key] })
        }
        for open in [false, true] {
            #expect(values("read_percent", open: open).isSuperset(of: ["0", "50", "90"]))
            #expect(values("groups", open: open).isSuperset(of: ["1", "16"]))
            #expect(values("choice", open: open) == ["uniform", "zipf"])
        }
        #expect(values("read_percent", open: false).isSuperset(of: ["0", "100"]))
        #expect(values("groups", open: false).isSuperset(of: ["1", "1024"]))
        #expect(values("groups_per_job", open: false).isSuperset(of: ["1", "8"]))
        #expect(values("limit", open: false) == ["none", "1", "4"])
    }
}
