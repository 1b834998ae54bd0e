/// A build of a benchmark program that is measured in turns with another.
package protocol MeasuredBuild: Sendable {
    /// The cases that it would measure.
    func list() async throws(UsageError) -> [ListedCase]

    /// Starts a process that measures one round of these cases.
    ///
    /// - Parameters:
    ///   - cases: Names.
    ///   - turns: Into which the round of each is divided.
    ///   - seed: Of all schedules.
    /// - Throws: `UsageError` where the program cannot be started.
    func start(_ cases: [String], turns: Int, seed: UInt64) async throws(UsageError) -> any MeasuringProcess
}

/// A process that measures when it is asked, and sleeps meanwhile.
package protocol MeasuringProcess: Sendable {
    /// - Throws: `UsageError` where the program refuses what it is told.
    func ask(_ request: TurnRequest) async throws(UsageError) -> TurnAnswer
    /// Ends it, at once where it is at work.
    func end()
}

/// What came of a request.
package enum TurnAnswer: Sendable {
    case reply(TurnReply)
    /// The process is no more: why.
    case died(String)
}

/// A case as `list` tells of it.
package struct ListedCase: Sendable, Hashable {
    package let name: String
    package let isReference: Bool
    /// That one round is expected to take.
    package let seconds: Double
    /// Why it would not be measured; empty where it would.
    package let skipReason: String

    package init(name: String, isReference: Bool, seconds: Double, skipReason: String = "") {
        self.name = name
        self.isReference = isReference
        self.seconds = seconds
        self.skipReason = skipReason
    }
}
