/// What each operation does while it runs.
public enum OperationBody: Sendable, Hashable, CustomStringConvertible {
    /// Nothing.
    case empty
    /// Keeps its core busy.
    case spin(nanoseconds: UInt64)
    /// Suspends once, and goes on at its next turn.
    case yield
    /// Suspends for so long.
    case sleep(nanoseconds: UInt64)

    /// Whether it needs an implementation that can suspend.
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
