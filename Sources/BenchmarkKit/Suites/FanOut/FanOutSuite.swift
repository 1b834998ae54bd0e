import Synchronization

/// **Question.** How does a bounded fan-out scale with its limit, and where is the knee?
///
/// **Cases.** Every implementation by limit and body, and for each body a sweep over all limits (`limit=sweep`) to which
/// the Universal Scalability Law is fitted. **Body.** Visits so many elements. **Checks.** Every element is visited once,
/// and never more at a time than the limit. **Reference.** The first
/// implementation given, an unbounded group; in the sweeps the first that is bounded.
public struct FanOutSuite: BenchmarkSuite {
    /// `fanout`.
    public let name = "fanout"
    public let question = "How does a bounded fan-out scale with its limit, and where is the knee?"

    static let itemTime = MetricDefinition("item_time", unit: "ns")
    static let lambda = MetricDefinition("usl_lambda", unit: "items/s", better: .higher)
    // A hundredth of the work in turns; at a limit of 100 a κ of 0.0001 costs as much as one worker does.
    static let sigma = MetricDefinition("usl_sigma", unit: "", resolution: 0.01)
    static let kappa = MetricDefinition("usl_kappa", unit: "", resolution: 0.0001)
    // √((1 − σ) / κ) is anywhere where κ is next to 0: where more workers do not help, they hardly harm either.
    static let knee = MetricDefinition("usl_knee", unit: "workers", better: .higher, resolution: .infinity)
    static let fitError = MetricDefinition("usl_error", unit: "", resolution: 0.05)
    /// The most that a visit took whose elements all suspend once.
    static let peakMemory = MetricDefinition("peak_memory", unit: "B")
    private let implementations: [any FanOutImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any FanOutImplementation.Type]) {
        self.implementations = implementations
    }

    private struct Scale {
        var limits: [Int]
        let bodies: [FanOutBody]
        /// Elements a visit: enough for the largest limit to be reached.
        let count: Int
        /// Of a round that is no longer than it must be, and of those how many.
        let seconds: Double
        let rounds: Int
        /// Where a visit takes longer.
        let fewest: Int
    }

    private func scale(_ options: SuiteOptions) -> Scale {
        var scale: Scale =
            switch options.profile {
            case .tiny: Scale(limits: [1, 2, 4], bodies: [.cpu], count: 20, seconds: 0.001, rounds: 2, fewest: 2)
            case .quick:
                Scale(
                    limits: [1, 2, 8, 64], bodies: [.cpu, .sleep], count: 256, seconds: 0.02, rounds: 3, fewest: 3)
            case .standard:
                Scale(
                    limits: [1, 2, 4, 8, 16, 64, 256, 1_024], bodies: FanOutBody.allCases, count: 1_024, seconds: 0.03,
                    rounds: 32, fewest: 5)
            case .full:
                Scale(
                    limits: [1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1_024], bodies: FanOutBody.allCases,
                    count: 4_096, seconds: 0.5, rounds: 15, fewest: 15)
            }
        if let limits = options.limits { scale.limits = limits }
        return scale
    }

    /// By body and limit; a sweep where there are at least three limits.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        let scale = scale(options)
        return scale.bodies.flatMap { body in
            scale.limits.flatMap { limit in
                implementations.enumerated().map { index, implementation in
                    plan(implementation, body, "\(limit)", isReference: index == 0, options, scale) { context in
                        [
                            MetricRound(
                                Self.itemTime,
                                .samples(
                                    try await Self.itemTimes(
                                        implementation, body, limit, scale.count, seconds: context.seconds)))
                        ]
                    }
                }
            } + (Set(scale.limits).count < 3 ? [] : sweeps(body, options, scale))
        }
    }

    private func sweeps(_ body: FanOutBody, _ options: SuiteOptions, _ scale: Scale) -> [PlannedCase] {
        implementations.filter { $0.isBounded }.enumerated().map { index, implementation in
            plan(implementation, body, "sweep", isReference: index == 0, options, scale) { context in
                // Each limit has its share of the time, so that the rest does not wait for one visit with the smallest.
                let shares = scale.limits.map { Self.expectedSeconds(body, "\($0)", scale, isBounded: true) }
                let total = shares.reduce(0, +)
                var points: [(workers: Double, throughput: Double)] = []
                for (limit, share) in zip(scale.limits, shares) {
                    let times = try await Self.itemTimes(
                        implementation, body, limit, scale.count, seconds: context.seconds * share / total)
                    points.append((Double(limit), 1e9 / Percentile.median(times)))
                }
                guard let law = ScalabilityLaw(fitting: points) else {
                    throw UsageError("the scalability law cannot be fitted to \(points)")
                }
                return [
                    (Self.lambda, law.lambda), (Self.sigma, law.sigma), (Self.kappa, law.kappa),
                    (Self.knee, law.knee(most: Double(scale.limits.max()!))), (Self.fitError, law.error),
                ].map { MetricRound($0.0, .samples([$0.1])) }
            }
        }
    }

    private func plan(
        _ implementation: any FanOutImplementation.Type, _ body: FanOutBody, _ limit: String, isReference: Bool,
        _ options: SuiteOptions, _ scale: Scale,
        measure: @escaping @Sendable (RoundContext) async throws -> [MetricRound]
    ) -> PlannedCase {
        let rounds = RoundPlan(
            dividing: scale.seconds * Double(scale.rounds), shortest: scale.seconds,
            pass: Self.expectedSeconds(body, limit, scale, isBounded: implementation.isBounded), fewest: scale.fewest)
        return PlannedCase(
            BenchmarkCase(
                suite: name, implementation: implementation.name,
                parameters: [CaseParameter("limit", limit), CaseParameter("body", body)]),
            isReference: isReference,
            expectedSecondsPerRound: rounds.seconds, rounds: rounds.count,
            allocationPass: Self.countedLimit(limit, body, scale).map { Self.allocationPass(implementation, $0) },
            memoryPass: Self.countedLimit(limit, body, scale).map { Self.memoryPass(implementation, $0) },
            measure: measure)
    }

    /// Elements of a counted visit: more than the largest limit.
    private static let countedElements = 2_000

    /// What the body does is not the fan-out's: one of them is counted.
    private static func countedLimit(_ limit: String, _ body: FanOutBody, _ scale: Scale) -> Int? {
        body == scale.bodies[0] ? Int(limit) : nil
    }

    private static func allocationPass(
        _ implementation: any FanOutImplementation.Type, _ limit: Int
    ) -> @Sendable () async throws -> Int {
        {
            try await implementation.forEach(countedElements, limit: limit) { _ in }
            return countedElements
        }
    }

    private static func memoryPass(
        _ implementation: any FanOutImplementation.Type, _ limit: Int
    ) -> @Sendable (MemoryGauge) async throws -> [MetricRound] {
        { gauge in
            let peak = MemoryPeak(gauge)
            try await implementation.forEach(countedElements, limit: limit) { index in
                // So that as many are in work as may be.
                await Task.yield()
                if index % 8 == 0 { peak.note() }
            }
            return [MetricRound(peakMemory, .samples([Double(peak.bytes)]))]
        }
    }

    /// A visit with a small limit may well last longer than a round should.
    private static func expectedSeconds(
        _ body: FanOutBody, _ limit: String, _ scale: Scale, isBounded: Bool
    ) -> Double {
        func seconds(_ limit: Int) -> Double {
            let (width, count) = (Double(isBounded ? limit : scale.count), Double(scale.count))
            let visit: Double =
                switch body {
                case .cpu: count * 20e-6 / min(width, 2)
                case .sleep: count * 1.1e-3 / width
                case .mixed: max(count * 15e-6 / 2, count * 0.3e-3 / width)
                }
            return max(visit, scale.seconds)
        }
        return Int(limit).map(seconds) ?? scale.limits.reduce(0) { $0 + min(seconds($1), 1) }
    }

    private static func itemTimes(
        _ implementation: any FanOutImplementation.Type, _ body: FanOutBody, _ limit: Int, _ count: Int, seconds: Double
    ) async throws -> [Double] {
        try await RepeatedPasses.samples(seconds: seconds, operations: count) {
            let batch = OperationBatch(count: count, body: .empty, capabilities: [], exclusion: ExclusionCheck())
            let width = WidthCheck()
            let start = MonotonicClock.nanoseconds()
            try await implementation.forEach(count, limit: limit) { index in
                width.enter()
                await batch.run(index) { await body.run(index) }
                width.leave()
            }
            let total = MonotonicClock.nanoseconds() - start
            try batch.check()
            if implementation.isBounded, width.most > limit {
                throw ContractViolation("limit: \(width.most) elements were in work at once, and \(limit) were allowed")
            }
            return [total]
        }[0]
    }

    /// Counts how many are inside.
    private final class WidthCheck: Sendable {
        private let inside = Atomic<Int>(0)
        private let highest = Atomic<Int>(0)

        var most: Int { highest.load(ordering: .relaxed) }
        func enter() { highest.max(inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed) }
        func leave() { inside.subtract(1, ordering: .relaxed) }
    }
}
