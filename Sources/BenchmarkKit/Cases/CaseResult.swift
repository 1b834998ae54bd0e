/// Which direction of a metric is the good one; the `better` column.
public enum BetterDirection: String, Sendable, Hashable, Codable {
    /// Less is better.
    case lower
    /// More is better.
    case higher
}

/// What a metric is called, in which unit its samples are, and what its ratio is taken against.
public struct MetricDefinition: Sendable, Hashable {
    /// Stable, lower case: the `metric` column.
    public let name: String
    /// Of the samples, such as `ns`.
    public let unit: String
    /// Which direction is the good one.
    public let better: BetterDirection
    /// Rounds that spread by no more than this, in the metric's unit, are not `noisy`, however small their median is. A
    /// share of a figure near 0 says nothing. Infinite for what differs from round to round by its nature, such as the
    /// one longest wait of a round.
    public let resolution: Double

    /// A metric, of which less is better unless said.
    ///
    /// - Parameters:
    ///   - name: Stable, lower case.
    ///   - unit: Of the samples, such as `ns`.
    ///   - better: Which direction is the good one.
    ///   - resolution: The spread below which rounds agree whatever their median, in the metric's unit.
    public init(_ name: String, unit: String, better: BetterDirection = .lower, resolution: Double = 0) {
        self.name = name
        self.unit = unit
        self.better = better
        self.resolution = resolution
    }

    // The resolution is no part of what a metric is: the files do not have it.

    /// Whether name, unit and direction are the same.
    public static func == (one: MetricDefinition, other: MetricDefinition) -> Bool {
        one.name == other.name && one.unit == other.unit && one.better == other.better
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(unit)
        hasher.combine(better)
    }
}

/// What one round of one case measured of one metric.
public struct MetricRound: Sendable {
    /// What was measured.
    public enum Values: Sendable {
        /// Raw samples in the metric's unit.
        case samples([Double])
        /// A histogram of nanoseconds, where raw samples would be too many to keep.
        case histogram(LatencyHistogram)
    }
    /// Of what.
    public let metric: MetricDefinition
    /// What was measured.
    public let values: Values
    /// What the ratio is taken against where that is not the reference implementation's p50 of this round:
    /// `(measured, expected)`, for instance a mean wait and the mean that theory gives.
    public let expectation: (measured: Double, expected: Double)?

    /// One round's measurement.
    public init(
        _ metric: MetricDefinition, _ values: Values, expectation: (measured: Double, expected: Double)? = nil
    ) {
        self.metric = metric
        self.values = values
        self.expectation = expectation
    }
}

/// The `status` column.
package enum CaseStatus: Sendable, Hashable, CustomStringConvertible {
    case ok
    /// The rounds spread too far for the figure to be relied on.
    case noisy
    /// The run was interrupted before all rounds of this case were done.
    case partial
    /// The implementation broke the contract line named.
    case invalid(String)
    case failed(String)
    case skipped(String)

    package var description: String {
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

/// All rounds of one case: `rounds[r]` holds one entry a metric, or is empty where a recorded run lacks that round.
package struct CaseResult: Sendable {
    package let benchmarkCase: BenchmarkCase
    package var rounds: [[MetricRound]]
    package var status: CaseStatus
    /// Whether this is the implementation that the others' ratios are taken against.
    package let isReference: Bool
    /// Plain remarks for the reader of the table, such as why theory was missed.
    package var notes: [String]

    package init(
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
