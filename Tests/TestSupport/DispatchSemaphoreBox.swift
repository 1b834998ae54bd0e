import Dispatch

/// Blocks a thread, for tests that need one to be busy; never where another task must run on it.
package final class DispatchSemaphoreBox: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}
    package func signal() { semaphore.signal() }
    package func wait() { semaphore.wait() }
}
