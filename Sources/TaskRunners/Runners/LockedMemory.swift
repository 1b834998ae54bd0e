import Synchronization

/// A value behind a lock, in memory of its own that is not counted: whoever knows that nobody will look again frees it.
///
/// A class would count a reference for every operation, on a line of memory that submitters and executors then take
/// from each other twice an operation. The memory begins on a cache line of its own for the same reason.
struct LockedMemory<Value: ~Copyable>: @unchecked Sendable, BitwiseCopyable {
    /// Two lines, since processors fetch them in pairs.
    private static var alignment: Int { 128 }
    /// Where the value lies behind the lock.
    @inline(__always)
    private static var valueOffset: Int { roundUp(MemoryLayout<Mutex<Void>>.size, to: MemoryLayout<Value>.alignment) }

    private let base: UnsafeMutableRawPointer

    // Two pointers and not one to a struct of both: an access to the value would be one to the lock as well.
    private var lock: UnsafeMutablePointer<Mutex<Void>> {
        @inline(__always) get { base.assumingMemoryBound(to: Mutex<Void>.self) }
    }

    /// Touched under the lock only.
    private var value: UnsafeMutablePointer<Value> {
        @inline(__always) get { (base + Self.valueOffset).assumingMemoryBound(to: Value.self) }
    }

    init(_ initialValue: consuming Value) {
        base = .allocate(
            byteCount: Self.roundUp(Self.valueOffset + MemoryLayout<Value>.size, to: Self.alignment),
            alignment: Self.alignment)
        base.bindMemory(to: Mutex<Void>.self, capacity: 1).initialize(to: Mutex(()))
        (base + Self.valueOffset).bindMemory(to: Value.self, capacity: 1).initialize(to: initialValue)
    }

    func free() {
        value.deinitialize(count: 1)
        lock.deinitialize(count: 1)
        base.deallocate()
    }

    // `Mutex`'s own value would have to be sent in and out, which the callers' groups and continuations cannot be.
    @inline(__always)
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.pointee.withLock { _ in body(&value.pointee) }
    }

    @inline(__always)
    private static func roundUp(_ size: Int, to alignment: Int) -> Int {
        (size + alignment - 1) / alignment * alignment
    }
}
