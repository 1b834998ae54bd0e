import Dispatch

/// Blocks a thread, for tests that need one to be busy; never where another task must run on it.
final class DispatchSemaphoreBox: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func signal() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
