/// Samples of work that is too short to be measured once: as many passes a sample as make it long against the clock.
public enum RepeatedPasses {
    /// Shorter samples would be mostly clock.
    static let shortestSample: UInt64 = 200_000

    /// Repeats `pass` for so many seconds, at least once.
    ///
    /// - Parameters:
    ///   - seconds: How long to take samples.
    ///   - operations: How many operations one pass has.
    ///   - isolation: Where the passes run: the caller's actor.
    ///   - pass: Returns the nanoseconds of each of its parts, the whole first.
    /// - Returns: For each part, its nanoseconds an operation, a sample each.
    public static func samples(
        seconds: Double, operations: Int, isolation: isolated (any Actor)? = #isolation,
        pass: () async throws -> [UInt64]
    ) async rethrows -> [[Double]] {
        let deadline = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9)
        var samples: [[Double]] = []
        repeat {
            var totals: [UInt64] = []
            var passes = 0
            repeat {
                let parts = try await pass()
                totals = totals.isEmpty ? parts : zip(totals, parts).map(+)
                passes += 1
            } while totals[0] < shortestSample
            if samples.isEmpty { samples = Array(repeating: [], count: totals.count) }
            for (part, total) in totals.enumerated() {
                samples[part].append(Double(total) / Double(passes * operations))
            }
        } while MonotonicClock.nanoseconds() < deadline
        return samples
    }
}
