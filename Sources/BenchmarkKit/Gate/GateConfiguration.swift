/// `gate.json`: what the gate measures and what it lets through.
package struct GateConfiguration: Sendable, Hashable {
    /// What `pair` measures where the command line does not say.
    package struct Measurement: Sendable, Hashable {
        package var profile = BenchmarkProfile.quick
        /// Globs over case names, with `!` in front those left out; none is all cases.
        package var cases: [String] = []
        /// Of one case in one round; `nil` is the profile's own choice.
        package var seconds: Double?
        package var rounds = 20
        /// Into which a round of a case is divided, at most: the two builds take them one after the other.
        package var turns = 20
        /// After which no further round begins.
        package var minutes = 10.0
    }

    /// What holds for the cases and metrics that it matches.
    package struct Rule: Sendable, Hashable {
        /// Globs over case names.
        package var cases: [String] = ["*"]
        /// Globs over metrics' names.
        package var metrics: [String] = ["*"]
        /// `nil`: not gated.
        package var comparison: ComparisonRule? = ComparisonRule()
        /// The largest slowdown, as a share, that may remain unseen: a case whose interval reaches beyond it, without
        /// being significantly slower, is too noisy to pass.
        package var blindness = 0.1

        func matches(_ caseName: String, _ metric: MetricDefinition) -> Bool {
            cases.contains { Glob($0).matches(caseName) } && metrics.contains { Glob($0).matches(metric.name) }
        }
    }

    package var measurement = Measurement()
    /// The chance of even one false alarm of the whole gate.
    package var level = 0.01
    /// The first that matches counts; what none matches is not gated.
    package var rules: [Rule]

    /// What `calibrate` found out of this configuration; `nil` where it was not asked.
    package var calibration: GateCalibration?

    /// What holds without a `gate.json`: the time of an operation by the standard's thresholds, and allocations exactly.
    package static let standard = GateConfiguration(rules: [
        Rule(metrics: ["allocations*"], comparison: .exact), Rule(metrics: ["operation_time", "event_time"]),
    ])

    package func rule(_ caseName: String, _ metric: MetricDefinition) -> Rule? {
        rules.first { $0.matches(caseName, metric) }
    }
}
