/// A binary min-heap of operations by sequence: those that only a limit holds back.
///
/// Withdrawn operations are left in it and skipped when met; the scheduler sweeps them out once they are half.
struct ReadyHeap {
    struct Element {
        let sequence: UInt64
        let operation: ConflictScheduler.OperationID
    }

    private var elements: ContiguousArray<Element> = []

    var count: Int { elements.count }

    /// O(log n); O(1) for an element later than all others.
    mutating func push(_ element: Element) {
        elements.append(element)
        siftUp(elements.count - 1)
    }

    /// O(log n).
    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        if !elements.isEmpty {
            elements[0] = last
            siftDown(0)
        }
        return first
    }

    /// O(n).
    mutating func removeAll(where isStale: (Element) -> Bool) {
        elements.removeAll(where: isStale)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard elements[index].sequence < elements[parent].sequence else { return }
            elements.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && elements[child].sequence < elements[smallest].sequence {
                smallest = child
            }
            guard smallest != index else { return }
            elements.swapAt(index, smallest)
            index = smallest
        }
    }
}
