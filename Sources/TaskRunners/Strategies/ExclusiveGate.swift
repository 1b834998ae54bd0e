import Synchronization

/// Lets one operation in at a time, and refuses the others: for what must not be started twice, such as a payment.
///
/// Where the others should wait instead, use a ``SerialTaskRunner``; where they should share the result, a
/// ``SingleFlight``.
public final class ExclusiveGate: Sendable {
    /// Thrown by an entry while another operation is inside.
    public struct Busy: Error, Sendable, Hashable, CustomStringConvertible {
        /// The gate's name.
        public let gate: String?

        public var description: String {
            "\(gate.map { "the gate '\($0)'" } ?? "the gate") is busy: an operation entered it and has not ended"
        }
    }

    private let name: String?
    private let isInside = Atomic<Bool>(false)

    /// - Parameter name: Shown by ``Busy``.
    public init(name: String? = nil) {
        self.name = name
    }

    /// Whether an operation is inside.
    public var isBusy: Bool { isInside.load(ordering: .acquiring) }

    /// Runs the operation if none is inside, on the caller's actor, in the caller's task. O(1).
    ///
    /// The gate opens again when the operation has ended, however it did. A cancelled caller may enter: its operation
    /// sees the cancellation.
    ///
    /// - Throws: ``Busy``, and then the operation did not run; otherwise what the operation throws.
    @discardableResult
    public nonisolated(nonsending) func run<Output>(
        _ operation: nonisolated(nonsending) () async throws -> Output
    ) async throws -> Output {
        guard !isInside.exchange(true, ordering: .acquiringAndReleasing) else { throw Busy(gate: name) }
        defer { isInside.store(false, ordering: .releasing) }
        return try await operation()
    }
}
