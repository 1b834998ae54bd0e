/// Work of a set length that needs a core.
public enum BusyLoop {
    /// Reads the clock until `nanoseconds` have passed.
    public static func spin(nanoseconds: UInt64) {
        spin(until: MonotonicClock.nanoseconds() + nanoseconds)
    }

    /// Reads the clock until it shows `deadline`, in nanoseconds of ``MonotonicClock``.
    public static func spin(until deadline: UInt64) {
        while MonotonicClock.nanoseconds() < deadline {}
    }
}
