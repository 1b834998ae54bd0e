/// A case with the body that measures it: what a suite hands to the run loop.
public struct PlannedCase: Sendable {
    /// What is measured.
    public let benchmarkCase: BenchmarkCase
    /// Whether the others' ratios are taken against this one.
    public let isReference: Bool
    /// Seconds that one round is expected to take, and is told to; sizes the progress line and the shards.
    public let expectedSecondsPerRound: Double
    /// Seconds that it takes to measure once. Where that is longer than a round should be, the round takes as long.
    public let expectedSecondsPerPass: Double
    /// How many rounds are measured.
    public let rounds: Int
    /// Why the implementation cannot be measured in this case, or `nil`. A skipped case is listed, never dropped.
    public let skipReason: String?
    /// What the reader of the table should know of all the case's rounds together.
    public let remarks: @Sendable ([[MetricRound]]) -> [String]
    /// Runs some operations with nothing around them that allocates and returns how many, for a pass that counts
    /// allocations; `nil` where a case is not counted.
    public let allocationPass: (@Sendable () async throws -> Int)?
    /// Reads off a gauge how much memory the case takes, in the same pass; `nil` where that is not asked.
    public let memoryPass: (@Sendable (MemoryGauge) async throws -> [MetricRound])?
    /// Measures one round. Throws `ContractViolation` where the implementation broke its contract.
    public let measure: @Sendable (RoundContext) async throws -> [MetricRound]

    /// A case to be measured by `measure`, a round at a time.
    public init(
        _ benchmarkCase: BenchmarkCase, isReference: Bool, expectedSecondsPerRound: Double, rounds: Int,
        expectedSecondsPerPass: Double = 0, skipReason: String? = nil,
        remarks: @escaping @Sendable ([[MetricRound]]) -> [String] = { _ in [] },
        allocationPass: (@Sendable () async throws -> Int)? = nil,
        memoryPass: (@Sendable (MemoryGauge) async throws -> [MetricRound])? = nil,
        measure: @escaping @Sendable (RoundContext) async throws -> [MetricRound]
    ) {
        self.benchmarkCase = benchmarkCase
        self.isReference = isReference
        self.expectedSecondsPerRound = expectedSecondsPerRound
        self.expectedSecondsPerPass = expectedSecondsPerPass
        self.rounds = rounds
        self.skipReason = skipReason
        self.remarks = remarks
        self.allocationPass = allocationPass
        self.memoryPass = memoryPass
        self.measure = measure
    }
}

/// What a measuring body is told about the round that it measures.
public struct RoundContext: Sendable {
    /// 0-based; the run loop warms up by criterion before round 0 through rounds of its own with `isWarmUp`.
    public let round: Int
    /// Whether the round only warms up: what it measures is not kept.
    public let isWarmUp: Bool
    /// A seed that depends on the run's seed, the parameters and the round, but not on the implementation:
    /// all implementations of one round see the same schedule.
    public let seed: UInt64
    /// Seconds this round should last.
    public let seconds: Double

    /// A round, as the run loop makes it; of use in tests of a suite.
    public init(round: Int, isWarmUp: Bool, seed: UInt64, seconds: Double) {
        self.round = round
        self.isWarmUp = isWarmUp
        self.seed = seed
        self.seconds = seconds
    }
}

/// The contract line that an implementation broke, as the `invalid: …` status shows it.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line broken, in words.
    public let line: String
    /// `line` says what was promised, and what happened.
    public init(_ line: String) { self.line = line }
    public var description: String { line }
}

/// The choice of how much is measured.
public enum BenchmarkProfile: String, Sendable, CaseIterable, Codable {
    /// Milliseconds a case: for tests of the harness itself. Not in `--help`'s list of profiles to believe.
    case tiny
    /// The cases that tell most, in 90 seconds.
    case quick
    /// Most cases, in some twenty minutes.
    case standard
    /// All cases, in hours.
    case full
}

/// A question, the cases that answer it, and the body that measures each.
public protocol BenchmarkSuite: Sendable {
    /// The first part of its cases' names: lower case, without a slash.
    var name: String { get }
    /// One plain sentence, shown by `bench list` and `--help`.
    var question: String { get }
    /// The cases of a profile, with what measures each: the same for the same options.
    func cases(_ options: SuiteOptions) -> [PlannedCase]
}

/// What the command line says that changes which cases a suite makes.
public struct SuiteOptions: Sendable {
    /// How much is measured.
    public var profile: BenchmarkProfile
    /// `--limits`, for suites that vary a limit; `nil` is the profile's own choice.
    public var limits: [Int]?
    /// `--time`: seconds a case, over all its rounds; `nil` is the profile's own choice.
    public var secondsPerCase: Double?
    /// `--rounds`; `nil` is the profile's own choice.
    public var rounds: Int?
    /// `--trace`: what the scenarios suite replays in place of its own; none are the profile's own choice.
    package var traces: [NamedTrace] = []

    /// The profile's own choices but for those given.
    public init(
        profile: BenchmarkProfile = .quick, limits: [Int]? = nil, secondsPerCase: Double? = nil, rounds: Int? = nil
    ) {
        self.profile = profile
        self.limits = limits
        self.secondsPerCase = secondsPerCase
        self.rounds = rounds
    }
}
