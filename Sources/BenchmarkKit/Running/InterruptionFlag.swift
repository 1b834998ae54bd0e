import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Whether the run shall end early. It then ends after the round that is being measured.
package final class InterruptionFlag: Sendable {
    private let requested = Atomic<Bool>(false)

    package init() {}

    package func request() { requested.store(true, ordering: .releasing) }
    package var isRequested: Bool { requested.load(ordering: .acquiring) || (followsSignal && signalled.isSet) }

    /// Lets the first Ctrl-C, or a polite request to end, set this flag. The second one kills the process.
    func followSignals() {
        signalled.watch()
        follows.store(true, ordering: .releasing)
    }

    private let follows = Atomic<Bool>(false)
    private var followsSignal: Bool { follows.load(ordering: .acquiring) }
}

private let signalled = SignalMark()

/// Set by the signal handler, which may do nothing but store a number.
private struct SignalMark: ~Copyable, Sendable {
    private let mark = Atomic<Bool>(false)

    var isSet: Bool { mark.load(ordering: .acquiring) }
    func set() { mark.store(true, ordering: .releasing) }

    func watch() {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = { _ in signalled.set() }
        #else
            action.__sigaction_u.__sa_handler = { _ in signalled.set() }
        #endif
        // After the first signal the default returns: to kill.
        action.sa_flags = SA_RESTART | Int32(truncatingIfNeeded: Int(SA_RESETHAND))
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
    }
}
