/// Which direction of a metric is the good one; the `better` column.
public enum BetterDirection: String, Sendable, Hashable, Codable { case lower, higher }

/// What a metric is called, in which unit its samples are, and what its ratio is taken against.
public struct MetricDefinition: Sendable, Hashable {
    public let name: String
    public let unit: String
    public let better: BetterDirection

    public init(_ name: String, unit: String, better: BetterDirection = .lower) {
        self.name = name
        self.unit = unit
        self.better = better
    }
}

/// What one round of one case measured of one metric.
public struct MetricRound: Sendable {
    public enum Values: Sendable {
        /// Raw samples in the metric's unit.
        case samples([Double])
        /// A histogram of nanoseconds, where raw samples would be too many to keep.
        case histogram(LatencyHistogram)
    }
    public let metric: MetricDefinition
    public let values: Values
    /// What the ratio is taken against where that is not the reference implementation's p50 of this round:
    /// `(measured, expected)`, for instance a mean wait and the mean that theory gives.
    public let expectation: (measured: Double, expected: Double)?

    public init(
        _ metric: MetricDefinition, _ values: Values, expectation: (measured: Double, expected: Double)? = nil
    ) {
        self.metric = metric
        self.values = values
        self.expectation = expectation
    }
}

/// The `status` column.
public enum CaseStatus: Sendable, Hashable, CustomStringConvertible {
    case ok
    /// The rounds spread too far for the figure to be relied on.
    case noisy
    /// The run was interrupted before all rounds of this case were done.
    case partial
    /// The implementation broke the contract line named.
    case invalid(String)
    case failed(String)
    case skipped(String)

    public var description: String {
        switch self {
        case .ok: "ok"
        case .noisy: "noisy"
        case .partial: "partial"
        case .invalid(let line): "invalid: \(line)"
        case .failed(let why): "failed: \(why)"
        case .skipped(let why): "skipped: \(why)"
        }
    }
}

/// All rounds of one case: `rounds[r]` holds one entry a metric.
public struct CaseResult: Sendable {
    public let benchmarkCase: BenchmarkCase
    public var rounds: [[MetricRound]]
    public var status: CaseStatus
    /// Whether this is the implementation that the others' ratios are taken against.
    public let isReference: Bool
    /// Plain remarks for the reader of the table, such as why theory was missed.
    public var notes: [String]

    public init(
        _ benchmarkCase: BenchmarkCase, isReference: Bool, rounds: [[MetricRound]] = [], status: CaseStatus = .ok,
        notes: [String] = []
    ) {
        self.benchmarkCase = benchmarkCase
        self.isReference = isReference
        self.rounds = rounds
        self.status = status
        self.notes = notes
    }
}
