import Testing

@testable import BenchmarkKit

struct AllocationCanaryTests {
    /// What the canary counts, one after the other, and how often it paused.
    private final class Script {
        var counts: [UInt64]
        var pauses = 0
        init(_ counts: [UInt64]) { self.counts = counts }
    }

    /// How often the work ran.
    private func runs(_ script: Script) async -> Int {
        var systemUnderTest = AllocationCanary(
            count: { script.counts.isEmpty ? 0 : script.counts.removeFirst() }, pause: { script.pauses += 1 })
        var runs = 0
        await systemUnderTest.steadily { runs += 1 }
        return runs
    }

    @Test func `Work alone on its thread is done once`() async {
        // One to warm up, three that agree, and one after the work.
        let script = Script([9_000, 5_000, 5_001, 5_000, 5_005])
        #expect(await runs(script) == 1)
        #expect(script.counts.isEmpty && script.pauses == 0)
    }

    @Test func `Work that was not alone is done again when the other thread has ended`() async {
        let script = Script([
            5_000, 5_000, 5_000, 5_000, 5_300,  // Another thread has come,
            5_250, 5_300, 5_280, 5_310, 5_000, 5_000, 5_000, 5_000,  // and ended in the pause.
            5_000,
        ])
        #expect(await runs(script) == 2)
        #expect(script.counts.isEmpty && script.pauses == 1)
    }

    @Test func `Counts that agree are not the usual ones where they are more than before`() async {
        let script = Script([
            5_000, 5_000, 5_000, 5_000, 5_300, 5_300, 5_300, 5_300, 5_300, 5_000, 5_000, 5_000, 5_000, 5_000,
        ])
        #expect(await runs(script) == 2)
        #expect(script.counts.isEmpty && script.pauses == 1)
    }

    @Test func `Without any quiet the last figures stand`() async {
        let script = Script((0..<100).map { 5_000 + $0 * 100 })
        #expect(await runs(script) == 3)
    }
}
