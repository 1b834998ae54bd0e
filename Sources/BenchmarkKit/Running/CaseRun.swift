/// One case while it is being measured: its result so far, and whether it wants further rounds.
struct CaseRun {
    let planned: PlannedCase
    let rounds: Int
    let secondsPerRound: Double
    /// What a round will take.
    let forecast: Double
    private let secondsPerCase: Double?
    private var result: CaseResult
    private var secondsMeasured = 0.0

    init(_ planned: PlannedCase, _ options: SuiteOptions) {
        self.planned = planned
        rounds = planned.rounds(options)
        secondsPerRound = planned.secondsPerRound(options)
        forecast = planned.forecast(options)
        secondsPerCase = options.secondsPerCase
        result = CaseResult(planned.benchmarkCase, isReference: planned.isReference)
        if let reason = planned.skipReason { result.status = .skipped(reason) }
    }

    /// Whether nothing has gone wrong so far.
    var isOpen: Bool { result.status == .ok }

    /// `--time` is a budget: a case whose rounds take longer than they should gets fewer of them.
    private var isOutOfTime: Bool {
        guard let secondsPerCase else { return false }
        return !result.rounds.isEmpty && secondsMeasured >= secondsPerCase
    }

    func wants(round: Int) -> Bool { isOpen && round < rounds && !isOutOfTime }

    var status: CaseStatus { result.status }

    /// Runs the body, without keeping what it measures, until the medians of its first metric agree.
    ///
    /// - Parameters:
    ///   - seed: The run's.
    ///   - window: Seconds of one window.
    ///   - now: In nanoseconds.
    ///   - willBegin: Told before each window.
    /// - Returns: The seconds that it took.
    mutating func warmUp(
        _ criterion: WarmUpCriterion, group: CaseGroup, seed: UInt64, window: Double,
        interruption: InterruptionFlag = InterruptionFlag(),
        now: () -> UInt64 = { MonotonicClock.nanoseconds() }, willBegin: () -> Void = {}
    ) async -> Double {
        var medians: [Double] = []
        var total = 0.0
        while isOpen, !interruption.isRequested,
            !criterion.isWarm(windowMedians: medians, after: total, limit: secondsPerRound)
        {
            willBegin()
            // Negative rounds: no schedule of a warm-up is measured again.
            let seed = RoundSeed.schedule(run: seed, group: group, round: -1 - medians.count)
            let context = RoundContext(round: medians.count, isWarmUp: true, seed: seed, seconds: window)
            let start = now()
            guard let median = await body(context, interruption)?.first?.p50 else { break }
            total += Double(now() - start) / 1e9
            medians.append(median)
        }
        return total
    }

    mutating func measure(_ context: RoundContext, _ interruption: InterruptionFlag) async {
        let start = MonotonicClock.nanoseconds()
        guard let round = await body(context, interruption) else { return }
        secondsMeasured += Double(MonotonicClock.nanoseconds() - start) / 1e9
        result.rounds.append(round)
    }

    /// Runs the body once; `nil` where it went wrong, and the status says how.
    mutating func body(_ context: RoundContext, _ interruption: InterruptionFlag) async -> [MetricRound]? {
        do {
            let round = try await planned.measure(context)
            if let problem = problem(in: round) {
                result.status = .failed(problem)
                return nil
            }
            return round
        } catch let violation as ContractViolation {
            result.status = .invalid(Self.oneLine(violation.line))
        } catch is CancellationError where interruption.isRequested {
            result.status = .partial
        } catch {
            result.status = .failed(Self.oneLine("\(error)"))
        }
        return nil
    }

    /// What of a round could not stand in the files.
    private func problem(in round: [MetricRound]) -> String? {
        guard !round.isEmpty else { return "the round has no metric" }
        var names: Set<String> = []
        for entry in round {
            let name = entry.metric.name
            guard names.insert(name).inserted else { return "the round has the metric \(name) twice" }
            switch entry.values {
            case .samples(let samples):
                guard !samples.isEmpty else { return "the round has no sample of \(name)" }
                guard samples.allSatisfy(\.isFinite) else { return "a sample of \(name) is not a finite number" }
            case .histogram(let histogram):
                guard histogram.count > 0 else { return "the round has no sample of \(name)" }
            }
        }
        guard let first = result.rounds.first, first.map(\.metric) != round.map(\.metric) else { return nil }
        return "the round has other metrics than the first round"
    }

    func finished() -> CaseResult {
        var result = result
        if isOpen, !result.rounds.isEmpty { result.notes += planned.remarks(result.rounds) }
        if isOpen, result.rounds.count < rounds {
            if isOutOfTime {
                result.notes.append("\(result.rounds.count) of \(rounds) rounds fitted into --time")
            } else {
                result.status = .partial
            }
        }
        return result
    }

    /// A status is one cell and one line.
    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
