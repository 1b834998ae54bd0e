import Dispatch

/// Keeps whoever calls ``hold()`` waiting on its thread.
final class Holder: Sendable {
    /// An implementation that is never held must not hold up the pass.
    private static let patience = 5.0
    private let begun = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    func hold() {
        begun.signal()
        released.wait()
    }

    /// Waits until somebody is held; whether that came about.
    func isHeld() -> Bool { begun.wait(timeout: .now() + Self.patience) == .success }

    func release() { released.signal() }
}
