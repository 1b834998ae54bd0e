import CJemalloc

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Counts all allocations of the process, small and large, as jemalloc does.
///
/// Exact only where jemalloc serves the process and its thread caches are off (`MALLOC_CONF=tcache:false`): with a cache
/// half of the allocations never reach the counters. So it checks itself before it is believed.
package struct AllocationCounter: Sendable {
    /// What the environment of a process that counts must say.
    package static let configuration = (name: "MALLOC_CONF", value: "tcache:false")
    private static let probes = 10_000

    /// - Throws: `UsageError` where known allocations are not counted: a counter that does not count is not a 0.
    package init() throws(UsageError) {
        var hasCache = true
        var size = MemoryLayout<Bool>.size
        guard mallctl("opt.tcache", &hasCache, &size, nil, 0) == 0, let before = Self.total() else {
            throw UsageError("jemalloc's counters cannot be read in this process")
        }
        guard !hasCache else {
            throw UsageError(
                "jemalloc's thread caches are on: start with \(Self.configuration.name)=\(Self.configuration.value)")
        }
        var objects: [UnsafeMutableRawPointer] = []
        objects.reserveCapacity(Self.probes)
        for _ in 0..<Self.probes {
            guard let object = malloc(32) else { break }
            OpaqueSink.consume(UInt64(UInt(bitPattern: object)))
            objects.append(object)
        }
        let counted = (Self.total() ?? before) - before
        for object in objects { free(object) }
        // Another thread may allocate meanwhile, and the array was allocated after `before`.
        guard counted >= UInt64(Self.probes), counted < UInt64(Self.probes + 100) else {
            throw UsageError("jemalloc counted \(counted) of \(Self.probes) known allocations")
        }
    }

    /// So far.
    package func allocations() -> UInt64 { Self.total() ?? 0 }

    /// All arenas together, after a refresh.
    private static func total() -> UInt64? {
        var epoch: UInt64 = 1
        let size = MemoryLayout<UInt64>.size
        guard mallctl("epoch", nil, nil, &epoch, size) == 0 else { return nil }
        var sum: UInt64 = 0
        // 4096 is jemalloc's MALLCTL_ARENAS_ALL.
        for name in ["stats.arenas.4096.small.nmalloc", "stats.arenas.4096.large.nmalloc"] {
            var count: UInt64 = 0
            var length = size
            guard mallctl(name, &count, &length, nil, 0) == 0 else { return nil }
            sum += count
        }
        return sum
    }
}
