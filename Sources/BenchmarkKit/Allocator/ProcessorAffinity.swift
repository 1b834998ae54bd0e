#if canImport(Glibc)
    import Glibc
#endif

/// Which processors a process runs on.
enum ProcessorAffinity {
    /// How many processors the calling thread may use; `nil` where the system does not say.
    static var allowedCount: Int? {
        #if os(Linux)
            typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
            guard let get = dlsym(nil, "sched_getaffinity") else { return nil }
            var allowed = [UInt8](repeating: 0, count: 128)
            guard unsafeBitCast(get, to: Affinity.self)(0, allowed.count, &allowed) == 0 else { return nil }
            return allowed.reduce(0) { $0 + $1.nonzeroBitCount }
        #else
            return nil
        #endif
    }

    /// Keeps the calling thread, and the program that it may execute, on the first processor that it may use. Returns
    /// whether the system can.
    static func pinToOneProcessor() -> Bool {
        #if os(Linux)
            // Declared by the C library only to those who ask for its own extensions, which Swift's import does not.
            typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
            guard let get = dlsym(nil, "sched_getaffinity"), let set = dlsym(nil, "sched_setaffinity") else {
                return false
            }
            let (getAffinity, setAffinity) = (
                unsafeBitCast(get, to: Affinity.self), unsafeBitCast(set, to: Affinity.self)
            )
            // A bit for each of 1,024 processors, as the C library's own set has.
            var allowed = [UInt8](repeating: 0, count: 128)
            guard getAffinity(0, allowed.count, &allowed) == 0, let byte = allowed.firstIndex(where: { $0 != 0 }) else {
                return false
            }
            var one = [UInt8](repeating: 0, count: 128)
            one[byte] = 1 << UInt8(allowed[byte].trailingZeroBitCount)
            return setAffinity(0, one.count, &one) == 0
        #else
            return false
        #endif
    }
}
