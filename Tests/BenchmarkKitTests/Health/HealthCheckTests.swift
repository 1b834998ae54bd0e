import Testing

@testable import BenchmarkKit

/// Each check's judgement of given figures: level, what it found, and that it says what that means and what to do.
struct HealthCheckTests {
    private func expect(
        _ finding: HealthFinding, _ level: HealthFinding.Level, _ found: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(finding.level == level, sourceLocation: location)
        #expect(finding.found == found, sourceLocation: location)
        #expect(!finding.meaning.isEmpty, sourceLocation: location)
        #expect(finding.advice.isEmpty == (level == .fine), "\(finding.advice)", sourceLocation: location)
    }

    private let jemalloc = AllocatorIdentity(name: "jemalloc", version: "5.3.0")

    @Test func `An allocator that serves but does not count is a problem, and another one a warning`() {
        expect(
            AllocatorCheck.judge(jemalloc, counterFailure: nil), .fine,
            "jemalloc 5.3.0 serves this process and counts all of 10000 known allocations")
        expect(
            AllocatorCheck.judge(jemalloc, counterFailure: "counted 0"), .problem,
            "jemalloc 5.3.0 serves this process, but its counters fail: counted 0")
        expect(
            AllocatorCheck.judge(AllocatorIdentity(name: "glibc", version: "2.36"), counterFailure: "x"), .warning,
            "glibc 2.36 serves this process, and not jemalloc")
    }

    @Test func `A clock is judged by its steps and its cost, and must not go back`() {
        expect(ClockCheck.judge(.init(resolution: 1, cost: 27)), .fine, "steps of 1 ns, 27 ns a reading")
        expect(ClockCheck.judge(.init(resolution: 4e6, cost: 27)), .warning, "steps of 4 ms, 27 ns a reading")
        expect(ClockCheck.judge(.init(resolution: 1, cost: 900)), .warning, "steps of 1 ns, 900 ns a reading")
        expect(
            ClockCheck.judge(.init(resolution: 1, cost: 27, goesBack: true)), .problem, "the monotonic clock goes back")
    }

    @Test func `One processor is too few, and a quota below those allowed is a warning`() {
        expect(CoresCheck.judge(.init(processors: 8, allowed: 2)), .fine, "2 of 8 processors may be used")
        expect(CoresCheck.judge(.init(processors: 8, allowed: 1)), .warning, "1 of 8 processors may be used")
        expect(CoresCheck.judge(.init(processors: 8, allowed: 4, quota: 4)), .fine, "4 of 8 processors may be used")
        expect(
            CoresCheck.judge(.init(processors: 8, allowed: 4, quota: 1.5)), .warning,
            "4 of 8 processors may be used, but only 1.50 processors' time")
    }

    @Test(arguments: [("150000 100000\n", 1.5), ("max 100000\n", nil), ("", nil), ("1 0", nil)] as [(String, Double?)])
    func `A container's quota is its time over its period`(text: String, quota: Double?) {
        #expect(CoresCheck.quota(text) == quota)
    }

    @Test func `What others take of the processors, and what the host takes, is load`() {
        expect(
            LoadCheck.judge(.init(others: 0.01, stolen: 0, load: 0.25, processors: 2)), .fine,
            "others take 1.0 % of the processors now; load 0.25 on 2 over the last minute")
        expect(
            LoadCheck.judge(.init(others: 0.3, stolen: 0, load: nil, processors: 2)), .warning,
            "others take 30.0 % of the processors now")
        expect(
            LoadCheck.judge(.init(others: 0, stolen: 0.05, load: 0, processors: 2)), .warning,
            "others take 0.0 % of the processors now, other virtual machines 5.0 %; load 0 on 2 over the last minute")
        expect(
            LoadCheck.judge(.init(others: 0, stolen: 0, load: 1.5, processors: 2)), .warning,
            "others take 0.0 % of the processors now; load 1.50 on 2 over the last minute")
    }

    @Test func `The processors' times are read from the first line, and waiting is not busy`() throws {
        let times = try #require(ProcessorTimes("cpu  10 20 30 400 50 6 7 8 90 100\ncpu0 1 2 3\n"))
        #expect(times.busy == 73)
        #expect(times.stolen == 8)
        #expect(times.total == 531)
        #expect(ProcessorTimes("intr 1 2") == nil)
        #expect(ProcessorTimes("cpu 1 2 3") == nil)
    }

    @Test func `Between two readings what this process took is not others'`() throws {
        func reading(_ line: String, own: Double) throws -> ProcessorReading {
            ProcessorReading(times: try #require(ProcessorTimes(line)), ownSeconds: own)
        }
        let before = try reading("cpu 100 0 50 1000 0 0 0 10", own: 1)
        // Of 1,000 ticks 300 busy, of them 2 s at 100 a second our own, and 40 stolen.
        let after = try reading("cpu 300 0 150 1660 0 0 0 50", own: 3)
        let shares = after.shares(since: before, ticksPerSecond: 100)
        #expect(abs(shares.others - 0.1) < 1e-12 && abs(shares.stolen - 0.04) < 1e-12)
        // Ticks are coarse: ours may be more than all.
        let idle = try reading("cpu 101 0 50 1010 0 0 0 10", own: 2)
        #expect(idle.shares(since: before, ticksPerSecond: 100).others == 0)
        #expect(before.shares(since: before) == (0, 0) && before.remark(since: before) == nil)
    }

    @Test func `A twentieth for other processes or a fiftieth for other machines disturbs`() throws {
        func reading(busy: Int, stolen: Int) throws -> ProcessorReading {
            ProcessorReading(
                times: try #require(ProcessorTimes("cpu \(busy) 0 0 \(1_000 - busy - stolen) 0 0 0 \(stolen)")),
                ownSeconds: 0)
        }
        let nothing = ProcessorReading(times: try #require(ProcessorTimes("cpu 0 0 0 0 0 0 0 0")), ownSeconds: 0)
        func remark(_ busy: Int, _ stolen: Int) throws -> String? {
            try reading(busy: busy, stolen: stolen).remark(since: nothing)
        }
        #expect(try remark(50, 20) == nil)
        #expect(try remark(51, 0)?.contains("other processes took 5.1 % of the processors") == true)
        #expect(try remark(0, 21)?.contains("other virtual machines 2.1 %") == true)
    }

    @Test func `Work whose time stays is steady; a trend outweighs a spread`() {
        func spread(_ low: Double, _ high: Double) -> [Double] { (0..<100).map { $0 % 2 == 0 ? low : high } }
        expect(
            DriftCheck.judge(spread(100, 102)), .fine,
            "the same work's time spreads by 2.0 % (10th to 90th percentile) and ends 0.0 % slower than it began")
        let disturbed = DriftCheck.judge(spread(100, 120))
        expect(
            disturbed, .warning,
            "the same work's time spreads by 18.2 % (10th to 90th percentile) and ends 0.0 % slower than it began")
        #expect(disturbed.meaning.hasPrefix("others disturb"))
        let drifting = DriftCheck.judge((0..<101).map { 110 - Double($0) / 10 })
        #expect(drifting.level == .warning)
        #expect(drifting.found.hasSuffix("ends 7.4 % faster than it began"), "\(drifting.found)")
        #expect(drifting.meaning.hasPrefix("the processors' speed changes"))
        expect(DriftCheck.judge([1, 2]), .warning, "only 2 windows fitted into five seconds")
    }

    @Test func `A sleep that lasts much longer than asked for is a warning`() {
        func overshoots(_ most: Double, _ last: Double) -> [Double] {
            Array(repeating: most, count: 98) + Array(repeating: last, count: 2)
        }
        expect(
            TimerCheck.judge(overshoots(55_000, 400_000)), .fine,
            "a sleep of 100 µs lasts 55 µs longer, 400 µs at the 99th percentile")
        expect(
            TimerCheck.judge(overshoots(200_000, 200_000)), .warning,
            "a sleep of 100 µs lasts 200 µs longer, 200 µs at the 99th percentile")
        expect(
            TimerCheck.judge(overshoots(55_000, 9_000_000)), .warning,
            "a sleep of 100 µs lasts 55 µs longer, 9 ms at the 99th percentile")
    }

    @Test func `The governor, the build and the permission to record are judged by what they are`() {
        expect(GovernorCheck.judge("performance"), .fine, "performance")
        expect(GovernorCheck.judge("powersave"), .warning, "powersave")
        #expect(GovernorCheck.judge(nil).level == .fine)
        expect(BuildCheck.judge("release"), .fine, "release")
        expect(BuildCheck.judge("debug"), .warning, "debug, not optimised")
        expect(
            PerfCheck.judge(level: 2, refusal: nil, failure: nil, isTried: true), .fine,
            "perf records here (perf_event_paranoid is 2)")
        expect(
            PerfCheck.judge(level: 2, refusal: nil, failure: nil, isTried: false), .fine,
            "allowed (perf_event_paranoid is 2); perf itself is not there")
        expect(PerfCheck.judge(level: 3, refusal: "forbidden", failure: nil, isTried: false), .warning, "forbidden")
        expect(PerfCheck.judge(level: 2, refusal: nil, failure: "failed", isTried: true), .warning, "failed")
    }

    @Test func `Programs that are missing are named with what installs each`() {
        let all = ProgramsCheck.programs
        expect(ProgramsCheck.judge(missing: []), .fine, "perf, flamegraph, jeprof, dot, gnuplot, jq are there")
        let finding = ProgramsCheck.judge(missing: all.filter { ["perf", "dot", "gnuplot"].contains($0.name) })
        expect(finding, .warning, "missing: perf, dot, gnuplot")
        #expect(finding.meaning == "needed by: profile, charts; measuring does not need them")
        #expect(finding.advice == "scripts/setup.sh --profile; scripts/setup.sh --charts")
    }
}
