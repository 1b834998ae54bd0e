/// What a job of the progress suite reports: one event, or several combined.
public struct ProgressEvent: Sendable, Hashable {
    /// How many events were combined into this one.
    public var count: Int
    /// Where in the work the first of them was reported; events are numbered from 0.
    public var first: Int
    /// When the first of them was reported, in nanoseconds of ``MonotonicClock``; 0 where that was not noted.
    public var reported: UInt64
    /// What a text grows by; empty but for the coalescer `text`.
    public var text: String

    /// A single event.
    public init(first: Int, reported: UInt64 = 0, text: String = "") {
        count = 1
        self.first = first
        self.reported = reported
        self.text = text
    }
}

/// How the events of the progress suite are combined.
public enum ProgressCoalescer: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Not at all.
    case none
    /// Any two, into their number.
    case sum
    /// Any two, into one text.
    case text
    /// Into their number, but for every hundredth, which stays alone.
    case boundary

    /// As it stands in a case's name.
    public var description: String { rawValue }

    /// Events, by their number, that stay alone.
    static let boundaryDistance = 100

    /// What an implementation that coalesces calls for two neighbours; `nil` keeps both.
    public func combine(_ previous: ProgressEvent, _ next: ProgressEvent) -> ProgressEvent? {
        switch self {
        case .none: return nil
        case .boundary where Self.isBoundary(previous) || Self.isBoundary(next): return nil
        case .sum, .text, .boundary:
            var combined = previous
            combined.count += next.count
            combined.text += next.text
            if combined.reported == 0 { combined.reported = next.reported }
            return combined
        }
    }

    private static func isBoundary(_ event: ProgressEvent) -> Bool {
        event.count == 1 && event.first % boundaryDistance == 0
    }
}

/// Takes events from anywhere to the main actor, as the progress suite sees it.
public protocol ProgressImplementation: SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// The intervals in which it can deliver, in microseconds, of those that the suite has.
    static var intervals: Set<Int> { get }
    /// How it can combine events.
    static var coalescers: Set<ProgressCoalescer> { get }

    /// Runs `work`, which reports, and returns when all that it reported has been handled.
    static func run(
        intervalMicroseconds: Int, coalescer: ProgressCoalescer,
        handle: @escaping @MainActor @Sendable (ProgressEvent) -> Void,
        work: @escaping @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void
    ) async
}
