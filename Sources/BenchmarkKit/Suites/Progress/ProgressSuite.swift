/// **Question.** What does it cost to report progress to the main actor, for the reporter and for the main actor?
///
/// **Cases.** Every implementation by interval, coalescer, producers, and whether the main actor is free or busy (four
/// fifths of its time). **Body.** So many events are reported as fast as they can be, again and again. **Checks.** No event is lost or
/// comes twice; those of one producer keep their order; a boundary stays alone. **Reference.** The first implementation
/// given: a task an event.
public struct ProgressSuite: BenchmarkSuite {
    /// `progress`.
    public let name = "progress"
    public let question = "What does it cost to report progress to the main actor, for the reporter and for it?"

    static let reportTime = MetricDefinition("report_time", unit: "ns")
    static let eventTime = MetricDefinition("event_time", unit: "ns")
    // A twentieth of a millisecond is nothing to an app.
    static let mainWait = MetricDefinition("main_actor_wait", unit: "ns", resolution: 50_000)
    static let hops = MetricDefinition("hops_per_event", unit: "", resolution: 0.02)
    static let delay = MetricDefinition("report_to_handle", unit: "ns")
    static let handled = MetricDefinition("handled_per_event", unit: "", resolution: 0.02)
    // The one longest queue of a round.
    static let peak = MetricDefinition("peak_pending", unit: "events", resolution: .infinity)
    private let implementations: [any ProgressImplementation.Type]

    /// - Parameter implementations: The first is the reference of all ratios.
    public init(_ implementations: [any ProgressImplementation.Type]) {
        self.implementations = implementations
    }

    struct Shape: Sendable {
        var interval = 0
        var coalescer = ProgressCoalescer.none
        var producers = 1
        var isMainBusy = false
        var events = 20_000
    }

    /// Microseconds.
    private static let intervals = [0, 1_000, 10_000, 50_000, 100_000]

    private func shapes(_ profile: BenchmarkProfile) -> [Shape] {
        switch profile {
        case .tiny: return [Shape(coalescer: .boundary, events: 250)]
        case .quick:
            return [
                Shape(), Shape(coalescer: .sum), Shape(coalescer: .text), Shape(interval: 10_000, coalescer: .sum),
                Shape(coalescer: .sum, producers: 4), Shape(coalescer: .sum, isMainBusy: true, events: 2_000),
            ]
        case .standard:
            // Each thing varied by itself, in passes short enough for many rounds.
            let events = 2_000
            return Self.intervals.flatMap { interval in
                ProgressCoalescer.allCases.map { Shape(interval: interval, coalescer: $0, events: events) }
            }
                + [0, 10_000].map { Shape(interval: $0, coalescer: .sum, producers: 4, events: events) }
                + [0, 10_000, 100_000].flatMap { interval in
                    [.none, .sum].map {
                        Shape(interval: interval, coalescer: $0, isMainBusy: true, events: events)
                    }
                }
        case .full:
            return Self.intervals.flatMap { interval in
                ProgressCoalescer.allCases.flatMap { coalescer in
                    [1, 2, 4, 16].flatMap { producers in
                        [false, true].map { isBusy in
                            Shape(
                                interval: interval, coalescer: coalescer, producers: producers, isMainBusy: isBusy,
                                events: 100_000)
                        }
                    }
                }
            }
        }
    }

    /// By interval, coalescer, producers and the main actor.
    public func cases(_ options: SuiteOptions) -> [PlannedCase] {
        shapes(options.profile).flatMap { shape in
            let pass = Self.expectedSeconds(shape)
            let plan =
                switch options.profile {
                case .tiny: RoundPlan(seconds: 0.001, count: 1)
                case .quick: RoundPlan(seconds: 0.05, count: 3)
                // What takes so long that its rounds are a few long ones is not measured for longer than the others.
                case .standard: RoundPlan(seconds: 0.016, count: pass > 0.1 ? 30 : 80)
                case .full: RoundPlan(seconds: 0.5, count: 9)
                }
            return implementations.enumerated().map { index, implementation in
                PlannedCase(
                    BenchmarkCase(
                        suite: name, implementation: implementation.name,
                        parameters: [
                            CaseParameter("interval_us", shape.interval), CaseParameter("coalescer", shape.coalescer),
                            CaseParameter("producers", shape.producers),
                            CaseParameter("main", shape.isMainBusy ? "busy" : "free"),
                        ]),
                    isReference: index == 0, expectedSecondsPerRound: plan.seconds, rounds: plan.count,
                    expectedSecondsPerPass: pass,
                    skipReason: Self.skipReason(implementation, shape),
                    allocationPass: ProgressAllocations.pass(implementation, shape)
                ) { context in
                    try await RepeatedPasses.merged(seconds: context.seconds) {
                        try await ProgressRun(shape).measure(implementation)
                    }
                }
            }
        }
    }

    /// As seen on average: without an interval most implementations take a turn of the main actor for each event.
    private static func expectedSeconds(_ shape: Shape) -> Double {
        Double(shape.events) * (shape.interval > 0 ? 0.5e-6 : shape.isMainBusy ? 60e-6 : 9e-6)
    }

    private static func skipReason(_ implementation: any ProgressImplementation.Type, _ shape: Shape) -> String? {
        if !implementation.intervals.contains(shape.interval) { return "delivers in no such interval" }
        return implementation.coalescers.contains(shape.coalescer) ? nil : "does not combine events so"
    }
}
