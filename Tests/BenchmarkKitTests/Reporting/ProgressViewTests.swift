import Synchronization
import Testing

@testable import BenchmarkKit

struct ProgressViewTests {
    private func progress(
        finished: Int = 25, of total: Int = 60, done: Double = 0.42, last: FinishedFigure? = nil,
        implementation: String = "serial", suite: String = "throughput"
    ) -> RunProgress {
        var progress = RunProgress(total: total, expectedSeconds: 100)
        progress.finished = finished
        progress.suite = (suite, 1, 7)
        progress.current = BenchmarkCase(
            suite: suite, implementation: implementation,
            parameters: [CaseParameter("producers", 1), CaseParameter("backlog", 1000)])
        progress.expectedSecondsLeft = 100 * (1 - done)
        progress.last = last
        return progress
    }

    private func figure(_ implementation: String, _ time: Double, isReference: Bool = false) -> FinishedFigure? {
        let result = result(implementation, time, isReference)
        return FinishedFigure(result, among: [self.result("base", 500, true), result])
    }

    private func result(_ name: String, _ time: Double, _ isReference: Bool) -> CaseResult {
        CaseResult(
            BenchmarkCase(suite: "s", implementation: name, parameters: []), isReference: isReference,
            rounds: [[MetricRound(FakeSuite.time, .samples([time]))]])
    }

    // MARK: On a terminal

    @Test func `Two lines say the suite, how much is done, the time left, the case and what the last one came to`() {
        #expect(
            LiveProgress.lines(progress(last: figure("grouped", 812))) == [
                "throughput 1/7  ████████▍░░░░░░░░░░░   42 %  case 26/60  58 s left",
                "  serial/producers=1,backlog=1000                   last: grouped 812 ns, 1.62×",
            ])
    }

    @Test func `Before a case has ended the second line is the case alone, and the reference has no ratio`() {
        #expect(LiveProgress.lines(progress())[1] == "  serial/producers=1,backlog=1000")
        let last = LiveProgress.lines(progress(last: figure("base", 500, isReference: true)))[1]
        #expect(last.hasSuffix("  last: base 500 ns"))
    }

    @Test func `Neither line is wider than 79 columns, whatever its parts are called`() {
        let long = String(repeating: "long", count: 40)
        let lines = LiveProgress.lines(
            progress(finished: 1_000, of: 1_000, last: figure(long, 1e9), implementation: long, suite: long))
        #expect(lines.map(\.count) == [79, 79])
        #expect(lines[0].hasPrefix("longlong") && lines[0].contains("… 1/7  █"))
        #expect(lines[1].hasPrefix("  longlong") && lines[1].hasSuffix("… 1 s, 2000000×"))
    }

    @Test(arguments: [
        (0, "░░░░░░░░░░░░░░░░░░░░"), (0.5, "██████████░░░░░░░░░░"), (0.53, "██████████▌░░░░░░░░░"),
        (1, "████████████████████"), (1.5, "████████████████████"),
    ])
    func `The bar is twenty characters in eighths`(share: Double, bar: String) {
        #expect(LiveProgress.bar(share) == bar)
    }

    @Test func `The lines are written over, at most ten times a second, and are gone at the end`() {
        let output = CapturedOutput(errorIsTerminal: true)
        let time = Mutex<UInt64>(0)
        let view = LiveProgress(output) { time.withLock { $0 } }
        view.show(progress())
        let lines = LiveProgress.lines(progress()).map { "\r\($0)\u{1B}[K" }.joined(separator: "\n")
        #expect(output.error == lines)
        time.withLock { $0 = 99_999_999 }
        view.show(progress())
        #expect(output.error == lines)
        time.withLock { $0 = 100_000_000 }
        view.show(progress())
        #expect(output.error == lines + "\r\u{1B}[A" + lines)
        view.clear()
        #expect(output.error == lines + "\r\u{1B}[A" + lines + "\r\u{1B}[K\u{1B}[A\r\u{1B}[K")
    }

    @Test func `Where nothing was shown nothing is cleared`() {
        let output = CapturedOutput(errorIsTerminal: true)
        LiveProgress(output).clear()
        #expect(output.error.isEmpty)
    }

    // MARK: In a log

    @Test func `A log gets a line for each suite that has ended, and none in between`() {
        let output = CapturedOutput()
        let view = PlainProgress(output, name: "bench")
        view.show(progress())
        #expect(output.error.isEmpty)
        var ended = progress()
        ended.endsSuite = true
        view.show(ended)
        view.clear()
        #expect(output.error == "bench: throughput: suite 1 of 7, 25 of 60 cases, 58 s left\n")
    }

    // MARK: What the run loop tells

    @Test func `The time left follows what the cases really take`() {
        var pace = RunPace()
        #expect(pace.seconds(expected: 60) == 60)
        // 10 seconds that were expected to be 5; the expectation counts as 5 seconds more.
        pace.add(expected: 5, actual: 10)
        #expect(pace.seconds(expected: 60) == 90)
        pace.add(expected: 90, actual: 190)
        #expect(pace.seconds(expected: 60) == 60 * 205 / 100)
    }

    @Test func `The loop tells of each suite, of the last case's figures and of the time, twice as slow as expected`()
        async throws
    {
        let time = Mutex<UInt64>(0)
        let told = Mutex<[RunProgress]>([])
        func implementation(_ name: String, _ sample: Double) -> FakeSuite.Implementation {
            .init(name) { context in
                time.withLock { $0 += UInt64(context.seconds * 2e9) }
                return [MetricRound(FakeSuite.time, .samples([sample]))]
            }
        }
        let suites = ["first", "second"].map { name in
            FakeSuite(
                name: name, rounds: 2, seconds: 10,
                implementations: [implementation("base", 2), implementation("other", 3)])
        }
        let loop = RunLoop(
            seed: 1, onProgress: { progress in told.withLock { $0.append(progress) } }, now: { time.withLock { $0 } })
        _ = await loop.run(try RunPlan(suites))
        let progresses = told.withLock { $0 }
        let ends = progresses.filter(\.endsSuite)
        #expect(ends.map(\.suite.name) == ["first", "second"])
        #expect(ends.map(\.suite.index) == [1, 2])
        #expect(ends.map(\.finished) == [2, 4])
        // Two cases of two rounds and a warm-up each are expected to take 60 seconds.
        #expect(ends[0].expectedSecondsLeft == 60 && ends[0].shareDone == 0.5)
        #expect(ends[0].secondsLeft > 80, "\(ends[0].secondsLeft)")
        #expect(ends[1].secondsLeft == 0)
        #expect(progresses[0].last == nil)
        let ratios = Set(progresses.compactMap(\.last).map { "\($0.implementation) \($0.ratio ?? 0)" })
        #expect(ratios == ["base 0.0", "other 1.5"])
    }

    @Test func `A run that is interrupted tells of no suite's end`() async throws {
        let interruption = InterruptionFlag()
        let ends = Mutex(0)
        let suite = FakeSuite(implementations: [
            .init("a") { _ in
                interruption.request()
                return [MetricRound(FakeSuite.time, .samples([1]))]
            }
        ])
        let loop = RunLoop(seed: 1, interruption: interruption) { progress in
            if progress.endsSuite { ends.withLock { $0 += 1 } }
        }
        _ = await loop.run(try RunPlan([suite]))
        #expect(ends.withLock { $0 } == 0)
    }
}
