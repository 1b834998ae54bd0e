import Dispatch

/// Events reported while the main actor is busy, until the last of them: how often it gets a turn in between is chance, and
/// would decide how much is allocated.
enum ProgressAllocations {
    private static let events = 4_000

    /// Counted is one reporter, with the main actor free but for that.
    static func pass(
        _ implementation: any ProgressImplementation.Type, _ shape: ProgressSuite.Shape
    ) -> (@Sendable () async throws -> Int)? {
        guard shape.producers == 1, !shape.isMainBusy, shape.interval == 0 else { return nil }
        let text = shape.coalescer == .text ? "x" : ""
        return {
            await implementation.run(
                intervalMicroseconds: shape.interval, coalescer: shape.coalescer, handle: { _ in },
                work: { report in
                    let holder = Holder()
                    DispatchQueue.main.async { holder.hold() }
                    _ = holder.isHeld()
                    for index in 0..<events { report(ProgressEvent(first: index, text: text)) }
                    holder.release()
                })
            return events
        }
    }
}
