/// The continuation of a task that waits for its turn, resumed with whether it has come.
///
/// Stored as the bare pointer that it is: `UnsafeContinuation` has no layout known to its clients, so that each
/// copy of it, and each look at an optional one, would be a call through its value witnesses.
struct TurnContinuation: Sendable, BitwiseCopyable {
    private let bits: UInt

    init(_ continuation: UnsafeContinuation<Bool, Never>) {
        bits = unsafeBitCast(continuation, to: UInt.self)
    }

    /// Exactly once.
    func resume(returning isTurn: Bool) {
        unsafeBitCast(bits, to: UnsafeContinuation<Bool, Never>.self).resume(returning: isTurn)
    }
}
