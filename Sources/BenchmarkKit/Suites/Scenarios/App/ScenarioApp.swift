/// What an app of the scenarios suite works with: its backend, the screen, and what its trace says of it.
public struct ScenarioApp: Sendable {
    /// Storage and service, which take the time that the trace sets.
    public let backend: ScenarioBackend
    /// Where results go.
    public let screen: ScenarioScreen
    /// How many people use it.
    public let users: Int
    /// Which records a sync brings up to date: 0 ..< this number.
    public let records: Int
    /// Search: how long typing pauses before a search begins.
    public let debounce: Duration
    /// Sync: requests at a time.
    public let limit: Int
    /// By which ``debounce`` is measured.
    public let clock: any Clock<Duration>
}

/// Why an action of a scenario cannot be done.
public enum ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Somebody deleted it.
    case noSuchRecord(Int)

    /// In a few words.
    public var description: String {
        switch self {
        case .noSuchRecord(let record): "there is no record \(record)"
        }
    }
}

/// What was read from the backend.
public struct ScenarioContent: Sendable, Hashable {
    /// How many records it has.
    public let records: Int
    /// Of a single record: which edit of it this is.
    let version: Int
}
