import Synchronization

/// What happened, in the order in which it did.
package final class EventLog<Event: Sendable & Equatable>: Sendable {
    private let entries = Mutex<[Event]>([])

    package init() {}

    package var events: [Event] { entries.withLock { $0 } }

    package func append(_ event: Event) { entries.withLock { $0.append(event) } }

    /// Returns what was logged so far, and forgets it.
    package func take() -> [Event] { entries.withLock { exchange(&$0, with: []) } }
}

/// A value that tasks share.
package final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    package init(_ value: Value) { stored = Mutex(value) }

    package var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    package func update(_ body: @Sendable (inout Value) -> Void) { stored.withLock { body(&$0) } }
}

/// Something to be captured by a closure, to see when the closure is released.
package final class Captured: Sendable {
    package init() {}
    package func touch() {}
}

/// Something to be captured by many closures, to see how many of them are left.
package final class Counted: Sendable {
    private let alive: Shared<Int>

    package init(in alive: Shared<Int>) {
        self.alive = alive
        alive.update { $0 += 1 }
    }

    deinit { alive.update { $0 -= 1 } }

    package func touch() {}
}

/// The error of a test's own operations.
package struct Failure: Error, Equatable {
    package let number: Int

    package init(_ number: Int = 0) { self.number = number }
}
