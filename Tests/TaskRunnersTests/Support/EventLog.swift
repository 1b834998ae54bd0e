import Synchronization

/// What happened, in the order in which it did.
final class EventLog<Event: Sendable & Equatable>: Sendable {
    private let entries = Mutex<[Event]>([])

    var events: [Event] { entries.withLock { $0 } }

    func append(_ event: Event) { entries.withLock { $0.append(event) } }

    /// Returns what was logged so far, and forgets it.
    func take() -> [Event] { entries.withLock { exchange(&$0, with: []) } }
}

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    func update(_ body: @Sendable (inout Value) -> Void) { stored.withLock { body(&$0) } }
}

/// Something to be captured by a closure, to see when the closure is released.
final class Captured: Sendable {
    func touch() {}
}

/// Something to be captured by many closures, to see how many of them are left.
final class Counted: Sendable {
    private let alive: Shared<Int>

    init(in alive: Shared<Int>) {
        self.alive = alive
        alive.update { $0 += 1 }
    }

    deinit { alive.update { $0 -= 1 } }

    func touch() {}
}

/// The error of a test's own operations.
struct Failure: Error, Equatable {
    let number: Int

    init(_ number: Int = 0) { self.number = number }
}
