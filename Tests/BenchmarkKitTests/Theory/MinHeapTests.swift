import Testing

@testable import BenchmarkKit

@Suite("A heap")
struct MinHeapTests {
    @Test("gives its elements in order, however they came, also between insertions")
    func ordered() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<60 {
            var systemUnderTest = MinHeap<Int>()
            var expected: [Int] = []
            for _ in 0..<count {
                let element = Int.random(in: 0..<20, using: &generator)
                systemUnderTest.insert(element)
                expected.append(element)
                if Bool.random(using: &generator) {
                    expected.sort()
                    #expect(systemUnderTest.removeFirst() == expected.removeFirst())
                }
            }
            expected.sort()
            while let element = systemUnderTest.removeFirst() { #expect(element == expected.removeFirst()) }
            #expect(expected.isEmpty && systemUnderTest.isEmpty)
        }
    }
}
