import Testing

@testable import BenchmarkKit

struct OperationBatchTests {
    private func batch(_ count: Int, _ capabilities: ImplementationCapabilities = []) -> OperationBatch {
        OperationBatch(count: count, body: .empty, capabilities: capabilities, exclusion: ExclusionCheck())
    }

    @Test func `A batch whose operations have all run is waited for and passes its check`() async throws {
        let systemUnderTest = batch(3)
        Task { for index in 0..<3 { systemUnderTest.run(index) } }
        await systemUnderTest.waitForAll()
        try systemUnderTest.check()
    }

    @Test func `One that loses an operation is not waited for without end`() async {
        let systemUnderTest = batch(3)
        systemUnderTest.run(0)
        systemUnderTest.run(2)
        await systemUnderTest.waitForAll(StallWatch(patience: 0.05))
        #expect(throws: ContractViolation("lost: 2 of 3 operations ran")) { try systemUnderTest.check() }
    }

    @Test func `Batches may come and go while others are looked through`() async {
        let watch = StallWatch(patience: 1_000)
        async let coming: Void = {
            for _ in 0..<20_000 {
                let batch = batch(1)
                watch.add(batch)
                watch.remove(batch)
            }
        }()
        // One that is younger than the look at it has been quiet for no time, and not for less than none.
        for _ in 0..<20_000 { #expect(watch.stalled().isEmpty) }
        await coming
    }

    @Test func `Order, exclusion and repetition are noticed`() {
        let unordered = batch(2, [.keepsOrder])
        unordered.run(1)
        #expect(throws: ContractViolation("order: #1 started right after the beginning")) { try unordered.check() }
        let overlapping = batch(2, [.isExclusive])
        overlapping.run(0) { overlapping.run(1) }
        #expect(throws: ContractViolation("operations overlapped: #1 started while another ran")) {
            try overlapping.check()
        }
        let repeated = batch(2)
        for index in [0, 0] { repeated.run(index) }
        #expect(throws: ContractViolation("run twice: 2 runs of 2 operations, not each exactly once")) {
            try repeated.check()
        }
    }
}
