/// A binary heap: the least element is the first to leave. O(log n) an insertion or removal.
struct MinHeap<Element: Comparable> {
    private var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }

    mutating func insert(_ element: Element) {
        var index = elements.count
        elements.append(element)
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// The least element; `nil` of none.
    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var index = 0
        while 2 * index + 1 < elements.count {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            let least = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[least] < elements[index] else { break }
            elements.swapAt(index, least)
            index = least
        }
        return first
    }
}
