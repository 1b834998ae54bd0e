import CJemalloc

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Finds out which allocator serves this process.
///
/// That jemalloc is linked says nothing: with `LD_PRELOAD=libc.so.6`, or under a sanitizer, `malloc` is someone else's
/// and jemalloc's counters stand still. So the probe allocates and looks whether they move.
package enum AllocatorProbe {
    package static var current: AllocatorIdentity {
        if jemallocCounts { return AllocatorIdentity(name: "jemalloc", version: jemallocVersion) }
        #if canImport(Glibc)
            return AllocatorIdentity(name: "glibc", version: libraryVersion)
        #else
            return AllocatorIdentity(name: "system", version: nil)
        #endif
    }

    /// Whether jemalloc's counter of this thread's bytes moves with an allocation of a mebibyte.
    package static var jemallocCounts: Bool {
        let size = 1 << 20
        guard let before = allocatedByThread() else { return false }
        guard let memory = malloc(size) else { return false }
        // Let out, so that the pair of calls is not optimised away, as it was even with the memory written to.
        OpaqueSink.consume(UInt64(UInt(bitPattern: memory)))
        let after = allocatedByThread()
        free(memory)
        guard let after else { return false }
        return after &- before >= UInt64(size)
    }

    private static var jemallocVersion: String? {
        var version: UnsafePointer<CChar>?
        var size = MemoryLayout<UnsafePointer<CChar>?>.size
        guard mallctl("version", &version, &size, nil, 0) == 0, let version else { return nil }
        return String(cString: version)
    }

    #if canImport(Glibc)
        /// `confstr` gives "glibc 2.36".
        private static var libraryVersion: String? {
            var bytes = [CChar](repeating: 0, count: 64)
            guard confstr(Int32(_CS_GNU_LIBC_VERSION), &bytes, bytes.count) > 0 else { return nil }
            let text = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text.split(separator: " ").last.map(String.init)
        }
    #endif

    private static func allocatedByThread() -> UInt64? {
        var bytes: UInt64 = 0
        var size = MemoryLayout<UInt64>.size
        return mallctl("thread.allocated", &bytes, &size, nil, 0) == 0 ? bytes : nil
    }
}
