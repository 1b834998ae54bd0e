/// A build of a benchmark program that is measured in turns with another.
package protocol MeasuredBuild: Sendable {
    /// The cases that it would measure.
    func list() async throws(UsageError) -> [ListedCase]

    /// Measures one round of these cases in a process of its own.
    ///
    /// - Parameters:
    ///   - cases: Names.
    ///   - seed: Of all schedules and orders.
    ///   - countsAllocations: Whether to count them, too.
    ///   - interruption: Ends the process when requested.
    /// - Returns: `nil` where it was interrupted.
    /// - Throws: `UsageError` where the program does not do what it is told.
    func measure(
        _ cases: [String], seed: UInt64, countsAllocations: Bool, interruption: InterruptionFlag
    ) async throws(UsageError) -> MeasuredRound?
}

/// A case as `list` tells of it.
package struct ListedCase: Sendable, Hashable {
    package let name: String
    package let isReference: Bool
    /// That one round with its warm-up is expected to take.
    package let seconds: Double
    /// Why it would not be measured; empty where it would.
    package let skipReason: String

    package init(name: String, isReference: Bool, seconds: Double, skipReason: String = "") {
        self.name = name
        self.isReference = isReference
        self.seconds = seconds
        self.skipReason = skipReason
    }

    /// What it has in common with those that it is compared with inside one process.
    var group: String {
        let it = BenchmarkCase(name: name)
        return "\(it.suite)/\(it.parameterText)"
    }
}

/// What one process measured.
package struct MeasuredRound: Sendable {
    /// Each with a round, or with the reason why there is none.
    package let results: [CaseResult]
    package let environment: EnvironmentRecord?

    package init(results: [CaseResult], environment: EnvironmentRecord?) {
        self.results = results
        self.environment = environment
    }
}
