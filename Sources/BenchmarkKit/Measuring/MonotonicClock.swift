#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Monotonic nanoseconds since an arbitrary origin. About 25 ns to read, the cheapest precise clock there is.
public enum MonotonicClock {
    /// Now.
    @inline(__always)
    public static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
