/// How much a metric may differ, and how that is found out.
package struct ComparisonRule: Sendable, Hashable {
    /// The smallest change that counts, as a share: 0.03 is 3 %.
    package var threshold: Double
    /// In the metric's unit: below ``smallFigure`` the change must be at least this, too.
    package var minimumDifference: Double
    /// Whether the figure is the same in every run of one build, as a count of allocations is: then the medians are
    /// compared as they are, however few the rounds.
    package var isExact: Bool

    /// Nanoseconds an operation below which ``minimumDifference`` counts: there 3 % is less than the clock can tell.
    package static let smallFigure = 20.0

    package init(threshold: Double = 0.03, minimumDifference: Double = 2, isExact: Bool = false) {
        self.threshold = threshold
        self.minimumDifference = minimumDifference
        self.isExact = isExact
    }

    /// Whether a change is large enough to be told, significant or not.
    ///
    /// - Parameters:
    ///   - ratio: Candidate over base, or the reverse.
    ///   - base: The figure that changed, in the unit.
    ///   - difference: Of the two figures, in the unit.
    func counts(ratio: Double, of base: Double, difference: Double, unit: String) -> Bool {
        guard max(ratio, 1 / ratio) >= 1 + threshold else { return false }
        return unit != "ns" || base >= Self.smallFigure || abs(difference) >= minimumDifference
    }

    package static let exact = ComparisonRule(threshold: 0.005, minimumDifference: 0, isExact: true)

    /// What holds where nobody says otherwise: allocations are exact.
    package static func standard(metric: MetricDefinition) -> ComparisonRule {
        metric.name.hasPrefix("allocations") ? .exact : ComparisonRule()
    }
}
