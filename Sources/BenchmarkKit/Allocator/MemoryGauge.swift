import CJemalloc

/// Reads how many bytes of the process are allocated, all threads together.
///
/// Exact in the process that counts allocations, whose allocator keeps nothing back in caches.
public struct MemoryGauge: Sendable {
    private let read: @Sendable () -> Int

    /// - Parameter read: Gives the bytes in use.
    package init(_ read: @escaping @Sendable () -> Int) { self.read = read }

    /// Bytes in use now, each object with what its size is rounded up to.
    public func bytes() -> Int { read() }

    /// `stats.allocated` after an `epoch` refresh.
    package static let jemalloc = MemoryGauge {
        var epoch: UInt64 = 1
        var bytes = 0
        var size = MemoryLayout<Int>.size
        guard mallctl("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0,
            mallctl("stats.allocated", &bytes, &size, nil, 0) == 0
        else { return 0 }
        return bytes
    }
}
