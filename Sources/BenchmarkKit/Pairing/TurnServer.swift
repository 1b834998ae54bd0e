/// Measures the cases of a plan one turn at a time, as another process asks.
///
/// Between its turns this process sleeps, so that another build can take its own: two builds that take turns of a
/// hundredth of a second meet the same machine, also one that changes its pace every second.
struct TurnServer {
    let seed: UInt64
    /// Into which a round of a case is divided.
    let turns: Int
    let warmUp = WarmUpCriterion()
    let environment: @Sendable () -> EnvironmentRecord
    /// Of all cases.
    let count: @Sendable () throws(UsageError) -> [CountedFigures]

    private var runs: [String: (run: CaseRun, group: CaseGroup)] = [:]

    init(
        _ plan: RunPlan, seed: UInt64, turns: Int, environment: @escaping @Sendable () -> EnvironmentRecord,
        count: @escaping @Sendable () throws(UsageError) -> [CountedFigures]
    ) {
        self.seed = seed
        self.turns = turns
        self.environment = environment
        self.count = count
        for group in plan.groups {
            for planned in group.cases {
                runs["\(planned.benchmarkCase)"] = (CaseRun(planned, plan.options), group)
            }
        }
    }

    mutating func answer(_ request: TurnRequest) async -> TurnReply {
        switch request {
        case .environment: return TurnReply(environment: environment())
        case .count:
            do throws(UsageError) {
                return TurnReply(figures: try count().compactMap(Self.figure))
            } catch {
                return TurnReply(note: "allocations were not counted: \(error)")
            }
        case .warm(let name): return await measured(name, nil)
        case .measure(let name, let turn): return await measured(name, turn)
        }
    }

    private static func figure(_ counted: CountedFigures) -> TurnFigure? {
        guard !counted.figures.isEmpty else { return nil }
        return TurnFigure(counted.caseName, counted.metric, value: Percentile.median(counted.figures))
    }

    /// - Parameter turn: `nil` to warm up.
    private mutating func measured(_ name: String, _ turn: Int?) async -> TurnReply {
        guard let (prepared, group) = runs[name] else { return TurnReply(problem: .failed("there is no such case")) }
        var run = prepared
        var figures: [TurnFigure] = []
        if run.isOpen {
            let seconds = run.secondsPerRound / Double(turns)
            if let turn {
                let context = RoundContext(
                    round: turn, isWarmUp: false, seed: RoundSeed.schedule(run: seed, group: group, round: turn),
                    seconds: seconds)
                figures = (await run.body(context, InterruptionFlag()) ?? []).compactMap { TurnFigure(name, $0) }
            } else {
                _ = await run.warmUp(warmUp, group: group, seed: seed, window: seconds)
            }
        }
        runs[name] = (run, group)
        switch run.status {
        case .invalid(let line): return TurnReply(problem: .invalid(line))
        case .failed(let why), .skipped(let why): return TurnReply(problem: .failed(why))
        case .ok, .noisy, .partial: return TurnReply(figures: figures)
        }
    }
}
