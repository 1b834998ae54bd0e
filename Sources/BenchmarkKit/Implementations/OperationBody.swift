/// What each operation does while it runs.
public enum OperationBody: Sendable, Hashable, CustomStringConvertible {
    case empty
    /// Keeps its core busy.
    case spin(nanoseconds: UInt64)
    case yield
    case sleep(nanoseconds: UInt64)

    public var suspends: Bool {
        switch self {
        case .empty, .spin: false
        case .yield, .sleep: true
        }
    }

    /// The `body` column: `empty`, `1us`, `yield`, `sleep100us`.
    public var description: String {
        switch self {
        case .empty: "empty"
        case .spin(let nanoseconds): "\(nanoseconds / 1000)us"
        case .yield: "yield"
        case .sleep(let nanoseconds): "sleep\(nanoseconds / 1000)us"
        }
    }
}
