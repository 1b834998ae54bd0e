#if canImport(Glibc)
    import Glibc
#endif

/// Monotonic time for the age of an operation, which a person reads: good to some milliseconds, and a few
/// nanoseconds to read where the system has a coarse clock.
enum CoarseClock {
    #if canImport(Glibc)
        static func nanoseconds() -> UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
    #else
        private static let origin = ContinuousClock.now

        static func nanoseconds() -> UInt64 {
            let (seconds, attoseconds) = (ContinuousClock.now - origin).components
            return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        }
    #endif
}
