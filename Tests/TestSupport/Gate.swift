import Synchronization

/// A door that keeps everyone waiting until it is opened, and stays open then.
///
/// Cancellation does not end a wait: what stands behind a gate ends exactly when the test says so.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Suspends until the gate is open.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            return exchange(&state.waiters, with: [])
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Counts down to zero, and lets everyone who waits for that go on.
package final class Latch: Sendable {
    private let remaining: Mutex<Int>
    private let gate = Gate()

    package init(_ count: Int) {
        remaining = Mutex(count)
        if count == 0 { gate.open() }
    }

    package func countDown() {
        let isLast = remaining.withLock { remaining in
            remaining -= 1
            return remaining == 0
        }
        if isLast { gate.open() }
    }

    package func wait() async { await gate.wait() }
}

package func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
    let old = value
    value = new
    return old
}
