/// Measures a plan: group by group, each case warmed up by criterion, then rounds in which all implementations of the
/// group take turns in an order shuffled by the seed.
package struct RunLoop: Sendable {
    package let seed: UInt64
    package let warmUp: WarmUpCriterion
    package let interruption: InterruptionFlag
    /// Told before every body, and when a suite has ended.
    package let onProgress: @Sendable (RunProgress) -> Void
    /// In nanoseconds: how long the bodies take, for the forecast. They measure by themselves.
    private let now: @Sendable () -> UInt64

    package init(
        seed: UInt64, warmUp: WarmUpCriterion = WarmUpCriterion(), interruption: InterruptionFlag = InterruptionFlag(),
        onProgress: @escaping @Sendable (RunProgress) -> Void = { _ in },
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds() }
    ) {
        self.seed = seed
        self.warmUp = warmUp
        self.interruption = interruption
        self.now = now
        self.onProgress = onProgress
    }

    /// One result for each case of the plan, in its order. Cases that an interruption left without all their rounds,
    /// also those that never began, are `partial`.
    package func run(_ plan: RunPlan) async -> [CaseResult] {
        var results: [CaseResult] = []
        var progress = RunProgress(total: plan.cases.count, expectedSeconds: plan.expectedSeconds)
        let suites = RunTable.ordered(plan.groups.map(\.suite))
        for (position, group) in plan.groups.enumerated() {
            progress.suite = (group.suite, (suites.firstIndex(of: group.suite) ?? 0) + 1, suites.count)
            let left = progress.expectedSecondsLeft - group.expectedSeconds(plan.options)
            results += await measure(group, plan.options, &progress)
            progress.finished += group.cases.count
            progress.expectedSecondsLeft = left
            progress.endsSuite =
                !interruption.isRequested && plan.groups.dropFirst(position + 1).first?.suite != group.suite
            if progress.endsSuite { onProgress(progress) }
            progress.endsSuite = false
        }
        return results
    }

    private func measure(
        _ group: CaseGroup, _ options: SuiteOptions, _ progress: inout RunProgress
    ) async -> [CaseResult] {
        var runs = group.cases.map { CaseRun($0, options) }
        for index in runs.indices where runs[index].isOpen {
            await warm(&runs[index], group, &progress)
        }
        for round in 0..<(runs.map(\.rounds).max() ?? 0) {
            let context = { (run: CaseRun) in
                RoundContext(
                    round: round, isWarmUp: false,
                    seed: RoundSeed.schedule(run: seed, group: group, round: round), seconds: run.secondsPerRound)
            }
            for index in order(of: runs.indices, group, round) where runs[index].wants(round: round) {
                guard !interruption.isRequested else { break }
                progress.current = runs[index].planned.benchmarkCase
                onProgress(progress)
                let start = now()
                await runs[index].measure(context(runs[index]), interruption)
                progress.spend(expected: runs[index].forecast, actual: seconds(since: start))
                if !runs[index].wants(round: round + 1) {
                    let group = runs.map { $0.finished() }
                    progress.last = FinishedFigure(group[index], among: group) ?? progress.last
                }
            }
        }
        return runs.map { $0.finished() }
    }

    private func warm(_ run: inout CaseRun, _ group: CaseGroup, _ progress: inout RunProgress) async {
        progress.current = run.planned.benchmarkCase
        let shown = progress
        let total = await run.warmUp(
            warmUp, group: group, seed: seed, window: run.secondsPerRound / 4, interruption: interruption, now: now,
            willBegin: { onProgress(shown) })
        progress.spend(expected: run.forecast, actual: total)
    }

    private func seconds(since start: UInt64) -> Double { Double(now() - start) / 1e9 }

    private func order(of indices: Range<Int>, _ group: CaseGroup, _ round: Int) -> [Int] {
        var generator = SeededGenerator(seed: RoundSeed.order(run: seed, group: group, round: round))
        return indices.shuffled(using: &generator)
    }
}
