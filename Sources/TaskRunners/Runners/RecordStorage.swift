/// Records by the scheduler's operation numbers, at addresses that do not change while operations are unfinished.
struct RecordStorage: ~Copyable {
    typealias Record = UnsafeMutablePointer<OperationRecord>

    /// Block `k` holds `firstBlock << k` records.
    private static let firstBlockBits = 6
    private static let firstBlock = 1 << firstBlockBits
    private var blocks: ContiguousArray<Record> = []

    deinit { Self.free(blocks) }

    var capacity: Int { Self.firstBlock << blocks.count - Self.firstBlock }

    /// The record of `operation`; `ensureCapacity` has made room for it.
    @inline(__always)
    subscript(operation: ConflictScheduler.OperationID) -> Record {
        let index = Int(operation) + Self.firstBlock
        let block = index.bitWidth - 1 - index.leadingZeroBitCount
        return blocks[block - Self.firstBlockBits] + (index - 1 << block)
    }

    @inline(__always)
    mutating func ensureCapacity(_ count: Int) {
        while capacity < count { grow() }
    }

    mutating func removeAll() {
        Self.free(blocks)
        blocks = []
    }

    @inline(never)
    private mutating func grow() {
        let size = Self.firstBlock << blocks.count
        let block = Record.allocate(capacity: size)
        for index in 0..<size { (block + index).initialize(to: OperationRecord()) }
        blocks.append(block)
    }

    private static func free(_ blocks: ContiguousArray<Record>) {
        for (index, block) in blocks.enumerated() {
            block.deinitialize(count: firstBlock << index)
            block.deallocate()
        }
    }
}
