import Foundation

/// How much memory operations take that wait behind one that holds the queue, and while they run.
struct QueuedMemory<Implementation: SubmissionImplementation> {
    let backlog: Int
    /// How often the gauge is read while the operations run.
    private static var readings: Int { 64 }

    func measure(_ gauge: MemoryGauge) async throws -> [MetricRound] {
        let peak = MemoryPeak(gauge)
        let runner = Implementation()
        let batch = OperationBatch(
            count: backlog, body: .empty, capabilities: Implementation.capabilities, exclusion: ExclusionCheck())
        let bytes = await withCheckedContinuation { continuation in
            // A thread, since the operation that holds the queue may well use up all of the others.
            Thread { continuation.resume(returning: fill(runner, batch, gauge, peak)) }.start()
        }
        await batch.waitForAll()
        try batch.check()
        guard let bytes else { throw UsageError("\(Implementation.name) cannot be held by an operation that waits") }
        return [
            MetricRound(ThroughputSuite.queuedBytes, .samples([Double(bytes) / Double(backlog)])),
            MetricRound(ThroughputSuite.peakMemory, .samples([Double(peak.bytes)])),
        ]
    }

    /// The bytes of the backlog; `nil` where a part of it did not wait.
    private func fill(
        _ runner: Implementation, _ batch: OperationBatch, _ gauge: MemoryGauge, _ peak: MemoryPeak
    ) -> Int? {
        let holder = Holder()
        _ = runner.submit { holder.hold() }
        let isHeld = holder.isHeld()
        let before = gauge.bytes()
        let distance = max(backlog / Self.readings, 1)
        for index in 0..<backlog {
            _ = runner.submit { batch.run(index) { if index % distance == 0 { peak.note() } } }
        }
        let bytes = gauge.bytes() - before
        peak.note()
        let isWhole = isHeld && batch.endedCount == 0
        holder.release()
        return isWhole ? bytes : nil
    }
}
