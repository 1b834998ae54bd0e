import Testing

@testable import BenchmarkKit

/// Runs each operation where it is submitted.
private struct InlineRunner: GroupedImplementation {
    static let name = "inline"
    static let keepsOrder = true
    static let takesSeveralGroups = false
    static let takesLimit = false
    init(groups: Int, limit: Int) {}
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { operation() }
}

/// Promises no order.
private struct UnorderedRunner: GroupedImplementation {
    static let name = "unordered"
    static let keepsOrder = false
    static let takesSeveralGroups = true
    static let takesLimit = true
    init(groups: Int, limit: Int) {}
    func submit(groups: [Int], writes: Bool, operation: @escaping @Sendable () -> Void) { operation() }
}

struct FairnessSuiteTests {
    private typealias Operation = FairnessTrace.Operation

    /// A recording in which each operation, all submitted at 0, runs from and to the time given.
    private func recording(_ operations: [(groups: [Int], writes: Bool, started: UInt64, ended: UInt64)])
        -> FairnessRecording
    {
        let recording = FairnessRecording(
            FairnessTrace(operations.map { Operation(groups: $0.groups, writes: $0.writes) }))
        for (index, operation) in operations.enumerated() {
            recording[index] = .init(submitted: 0, started: operation.started, ended: operation.ended)
        }
        return recording
    }

    private func figures(_ recording: FairnessRecording, _ implementation: any GroupedImplementation.Type)
        throws -> [String: Double]
    {
        let metrics = try FairnessSuite.figures(recording, implementation, workers: 2)
        return Dictionary(
            uniqueKeysWithValues: metrics.map { metric in
                switch metric.values {
                case .samples(let samples): (metric.metric.name, samples[0])
                case .histogram(let histogram): (metric.metric.name, histogram.mean)
                }
            })
    }

    /// A writer that three readers of its group came before, though they were submitted after it.
    private var bypassed: FairnessRecording {
        recording([
            ([0], true, 40, 50), ([0], false, 10, 20), ([0], false, 10, 20), ([0], false, 15, 30), ([1], true, 0, 5),
        ])
    }

    @Test func `Who bypasses three times shows three`() throws {
        #expect(try figures(bypassed, UnorderedRunner.self)["bypasses"] == 3)
    }

    @Test func `Who promises order and bypasses breaks its contract`() {
        #expect(throws: ContractViolation("order: 3 operations started before earlier ones that they conflict with")) {
            try figures(bypassed, InlineRunner.self)
        }
    }

    @Test func `Two that conflict and overlap are a broken contract`() {
        let overlapping = recording([([0, 1], false, 0, 10), ([1, 2], true, 9, 20)])
        #expect(throws: ContractViolation("exclusion: #0 and #1 conflict, and ran at the same time")) {
            try figures(overlapping, UnorderedRunner.self)
        }
    }

    @Test func `Bypasses and overlaps are those that a look at every two operations finds`() {
        var generator = SeededGenerator(seed: 2)
        var (bypassed, apart) = (0, 0)
        for round in 0..<200 {
            let trace = FairnessTrace(
                count: 12, groups: 1 + round % 8, choice: .uniform, groupsPerJob: 1 + round % 3,
                readPercent: 40 + round % 50, seed: UInt64(round))
            let systemUnderTest = FairnessRecording(trace)
            for index in trace.operations.indices {
                let start = UInt64.random(in: 0..<60, using: &generator)
                let length = UInt64.random(in: 0..<(round % 2 == 0 ? 3 : 20), using: &generator)
                systemUnderTest[index] = .init(submitted: 0, started: start, ended: start + length)
            }
            let pairs = trace.operations.indices.flatMap { later in (0..<later).map { ($0, later) } }
                .filter { trace.conflict($0, $1) }
            func overlap(_ pair: (Int, Int)) -> Bool {
                let (first, second) = (systemUnderTest[pair.0], systemUnderTest[pair.1])
                return first.started < second.ended && second.started < first.ended
            }
            let bypasses = pairs.count { systemUnderTest[$1].started < systemUnderTest[$0].started }
            #expect(systemUnderTest.bypasses == bypasses)
            #expect((systemUnderTest.overlap != nil) == pairs.contains(where: overlap))
            if let found = systemUnderTest.overlap { #expect(pairs.contains { $0 == found } && overlap(found)) }
            bypassed += bypasses
            if systemUnderTest.overlap == nil { apart += 1 }
        }
        #expect(bypassed > 100 && (10..<190).contains(apart))
    }

    @Test func `Waits, the longest of them, and Jain's index are those of the recording`() throws {
        let figures = try figures(
            recording([([0], true, 1, 2), ([1], false, 2, 3), ([1], false, 4, 5), ([2], true, 6, 7)]), InlineRunner.self
        )
        #expect(figures["write_wait"] == 3.5)
        #expect(figures["read_wait"] == 3)
        #expect(figures["longest_over_mean_wait"] == 6 / 3.25)
        // Mean waits of the groups: 1, 3, 6; (1 + 3 + 6)² / (3 · (1 + 9 + 36)).
        #expect(abs(figures["jain_index"]! - 100.0 / 138) < 1e-12)
    }

    @Test func `Readers that overlap are averaged over the time in which any reads`() throws {
        // Two readers from 0 to 10, one more from 5 to 20: (20 + 15) of work in 20.
        let figures = try figures(
            recording([([0], false, 0, 10), ([0], false, 0, 10), ([0], false, 5, 20), ([1], true, 30, 40)]),
            InlineRunner.self)
        #expect(figures["overlapping_readers"] == 1.75)
    }

    @Test func `The makespan is compared with the ideal schedule of the same operations`() throws {
        // Two independent writers of 10 after each other; two workers would need 10.
        let makespan = recording([([0], true, 0, 10), ([1], true, 10, 20)]).makespan(workers: 2)
        #expect(makespan == (20, 10))
    }

    @Test func `The ideal schedule takes the earliest that may start, and waits for predecessors`() {
        // 0 and 1 are independent, 2 waits for 0, 3 for 1 and 2.
        let makespan = {
            ListScheduling.makespan(durations: [4, 3, 2, 1], predecessors: [[], [], [0], [1, 2]], workers: $0)
        }
        #expect(makespan(1) == 10)
        #expect(makespan(2) == 7)
        #expect(makespan(9) == 7)
    }

    @Test func `Predecessors are the closest write of a group, or the reads since`() {
        let trace = FairnessTrace([
            Operation(groups: [0], writes: true), Operation(groups: [0], writes: false),
            Operation(groups: [0, 1], writes: false), Operation(groups: [1], writes: true),
            Operation(groups: [0], writes: true), Operation(groups: [2], writes: true),
        ])
        #expect(trace.predecessors == [[], [0], [0], [2], [1, 2], []])
    }

    @Test func `A trace follows from its seed, with as many readers and as popular groups as it should have`() {
        func trace(_ choice: FairnessTrace.Choice, seed: UInt64) -> FairnessTrace {
            FairnessTrace(count: 10_000, groups: 16, choice: choice, groupsPerJob: 2, readPercent: 90, seed: seed)
        }
        let zipf = trace(.zipf, seed: 1)
        #expect(zipf.operations.map(\.groups) == trace(.zipf, seed: 1).operations.map(\.groups))
        #expect(zipf.operations.map(\.groups) != trace(.zipf, seed: 2).operations.map(\.groups))
        #expect(zipf.operations.allSatisfy { $0.groups.count == 2 && $0.groups[0] < $0.groups[1] })
        let reads = zipf.operations.count { !$0.writes }
        #expect((8_900...9_100).contains(reads))
        func share(_ trace: FairnessTrace, _ group: Int) -> Int { trace.operations.count { $0.groups.contains(group) } }
        #expect(share(zipf, 0) > 4 * share(zipf, 15))
        let uniform = trace(.uniform, seed: 1)
        #expect((0..<16).allSatisfy { (1_100...1_400).contains(share(uniform, $0)) })
    }

    @Test func `A fake that runs everything in turns is measured, and what it cannot do is skipped`() async throws {
        let cases = FairnessSuite([InlineRunner.self, UnorderedRunner.self]).cases(SuiteOptions(profile: .tiny))
        for planned in cases {
            let metrics = try await planned.measure(RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0))
            #expect(metrics.first { $0.metric.name == "bypasses" }?.samples == [0])
        }
        let several = FairnessSuite([InlineRunner.self, UnorderedRunner.self]).cases(SuiteOptions(profile: .quick))
            .filter { $0.benchmarkCase["groups_per_job"] == "2" }
        #expect(several.map(\.skipReason) == ["takes one group an operation", nil])
    }
}
