/// Measures a plan: group by group, each case warmed up by criterion, then rounds in which all implementations of the
/// group take turns in an order shuffled by the seed.
package struct RunLoop: Sendable {
    package let seed: UInt64
    package let warmUp: WarmUpCriterion
    package let interruption: InterruptionFlag
    /// Told before every body.
    package let onProgress: @Sendable (RunProgress) -> Void

    package init(
        seed: UInt64, warmUp: WarmUpCriterion = WarmUpCriterion(), interruption: InterruptionFlag = InterruptionFlag(),
        onProgress: @escaping @Sendable (RunProgress) -> Void = { _ in }
    ) {
        self.seed = seed
        self.warmUp = warmUp
        self.interruption = interruption
        self.onProgress = onProgress
    }

    /// One result for each case of the plan, in its order. Cases that an interruption left without all their rounds,
    /// also those that never began, are `partial`.
    package func run(_ plan: RunPlan) async -> [CaseResult] {
        var results: [CaseResult] = []
        var progress = RunProgress(total: plan.cases.count, secondsLeft: plan.expectedSeconds)
        for group in plan.groups {
            let planned = progress
            results += await measure(group, plan.options, &progress)
            progress.finished = planned.finished + group.cases.count
            progress.secondsLeft = planned.secondsLeft - group.expectedSeconds(plan.options)
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
                await runs[index].measure(context(runs[index]), interruption)
                progress.secondsLeft -= runs[index].secondsPerRound
            }
        }
        return runs.map { $0.finished() }
    }

    private func warm(_ run: inout CaseRun, _ group: CaseGroup, _ progress: inout RunProgress) async {
        var medians: [Double] = []
        var seconds = 0.0
        while run.isOpen, !interruption.isRequested,
            !warmUp.isWarm(windowMedians: medians, after: seconds, limit: run.secondsPerRound)
        {
            progress.current = run.planned.benchmarkCase
            onProgress(progress)
            // Negative rounds: no schedule of a warm-up is measured again.
            let window = -1 - medians.count
            let context = RoundContext(
                round: medians.count, isWarmUp: true,
                seed: RoundSeed.schedule(run: seed, group: group, round: window), seconds: run.secondsPerRound / 4)
            let start = MonotonicClock.nanoseconds()
            guard let median = await run.warm(context, interruption) else { return }
            seconds += Double(MonotonicClock.nanoseconds() - start) / 1e9
            medians.append(median)
        }
        progress.secondsLeft -= run.secondsPerRound
    }

    private func order(of indices: Range<Int>, _ group: CaseGroup, _ round: Int) -> [Int] {
        var generator = SeededGenerator(seed: RoundSeed.order(run: seed, group: group, round: round))
        return indices.shuffled(using: &generator)
    }
}

/// How far a run is, for the progress line.
package struct RunProgress: Sendable {
    /// Cases, of `total`.
    package internal(set) var finished = 0
    package let total: Int
    package internal(set) var current: BenchmarkCase?
    /// As the suites expect.
    package internal(set) var secondsLeft: Double

    init(total: Int, secondsLeft: Double) {
        self.total = total
        self.secondsLeft = secondsLeft
    }
}
