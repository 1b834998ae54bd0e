import Synchronization

/// A value behind a lock, in memory of its own that is not counted: whoever knows that nobody will look again frees it.
///
/// A class would count a reference for every operation, on a line of memory that submitters and executors then take
/// from each other twice an operation. The memory begins on a cache line of its own for the same reason.
struct LockedMemory<Value: ~Copyable>: @unchecked Sendable, BitwiseCopyable {
    private struct Content: ~Copyable {
        let lock = Mutex(())
        /// Touched under the lock only.
        var value: Value
    }

    /// Two lines, since processors fetch them in pairs.
    private static var alignment: Int { 128 }
    private let content: UnsafeMutablePointer<Content>

    init(_ value: consuming Value) {
        let size = (MemoryLayout<Content>.size + Self.alignment - 1) / Self.alignment * Self.alignment
        content = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
            .bindMemory(to: Content.self, capacity: 1)
        content.initialize(to: Content(value: value))
    }

    func free() {
        content.deinitialize(count: 1)
        UnsafeMutableRawPointer(content).deallocate()
    }

    // `Mutex`'s own value would have to be sent in and out, which the callers' groups and continuations cannot be.
    @inline(__always)
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        content.pointee.lock.withLock { _ in body(&content.pointee.value) }
    }
}
