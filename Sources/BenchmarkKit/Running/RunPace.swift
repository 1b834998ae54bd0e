/// How long a run really takes, against what its suites expect.
package struct RunPace: Sendable, Hashable {
    /// The expectation counts as much as so many measured seconds, so that one odd case at the beginning does not throw
    /// the whole forecast.
    static let trust = 5.0
    private var expected = 0.0
    private var actual = 0.0

    package init() {}

    package mutating func add(expected: Double, actual: Double) {
        self.expected += expected
        self.actual += actual
    }

    /// - Returns: How long something will take that is expected to take so long.
    package func seconds(expected more: Double) -> Double { more * (actual + Self.trust) / (expected + Self.trust) }
}
