/// A growable array of plain data with one owner.
///
/// What `ContiguousArray` costs more on the path that every operation takes twice under the lock: a uniqueness
/// check at each write. Indices are checked in debug builds only.
struct TrivialVector<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>?
    private(set) var count = 0
    private var capacity = 0

    init() {}

    deinit { base?.deallocate() }

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            assert(index >= 0 && index < count)
            return base.unsafelyUnwrapped[index]
        }
        @inline(__always)
        _modify {
            assert(index >= 0 && index < count)
            yield &base.unsafelyUnwrapped[index]
        }
    }

    /// O(1), amortised.
    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base.unsafelyUnwrapped + count).initialize(to: element)
        count += 1
    }

    @inline(__always)
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return base.unsafelyUnwrapped[count]
    }

    mutating func removeAll(keepingCapacity: Bool) {
        count = 0
        guard !keepingCapacity else { return }
        base?.deallocate()
        base = nil
        capacity = 0
    }

    /// Sorts the elements from `start` on.
    mutating func sort(from start: Int, by areInIncreasingOrder: (Element, Element) -> Bool) {
        var tail = UnsafeMutableBufferPointer(start: base.unsafelyUnwrapped + start, count: count - start)
        tail.sort(by: areInIncreasingOrder)
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(16, capacity * 2))
        if let base {
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = larger
        capacity = max(16, capacity * 2)
    }
}
