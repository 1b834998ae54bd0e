/// Records at addresses that do not change, taken and given back.
///
/// Two pools may exchange records; then they are emptied together.
struct RecordPool: ~Copyable {
    typealias Record = UnsafeMutablePointer<OperationRecord>

    private static let smallestBlock = 64
    private var blocks: [(base: Record, count: Int)] = []
    private var free = TrivialVector<Record>()

    deinit { freeBlocks() }

    /// O(1), amortised.
    @inline(__always)
    mutating func take() -> Record {
        if let record = free.popLast() { return record }
        grow()
        return free.popLast()!
    }

    @inline(__always)
    mutating func give(_ record: Record) { free.append(record) }

    /// Leaves `other` with the more of what both have free.
    mutating func favour(_ other: inout RecordPool) {
        if free.count > other.free.count { swap(&free, &other.free) }
    }

    /// Call when no record is in use.
    mutating func removeAll() {
        freeBlocks()
        blocks = []
        free.removeAll(keepingCapacity: false)
    }

    @inline(never)
    private mutating func grow() {
        let count = max(Self.smallestBlock, blocks.last.map { $0.count * 2 } ?? 0)
        let base = Record.allocate(capacity: count)
        blocks.append((base, count))
        for index in (0..<count).reversed() {
            (base + index).initialize(to: OperationRecord())
            free.append(base + index)
        }
    }

    private func freeBlocks() {
        for block in blocks {
            block.base.deinitialize(count: block.count)
            block.base.deallocate()
        }
    }
}
