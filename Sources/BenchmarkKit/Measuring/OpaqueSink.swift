import Synchronization

/// Where results go so that no optimiser may leave out the work that made them.
public enum OpaqueSink {
    private static let value = Atomic<UInt64>(0)

    /// An atomic store that other code can see; about a nanosecond.
    @inline(never)
    public static func consume(_ result: UInt64) {
        value.store(result, ordering: .relaxed)
    }
}
