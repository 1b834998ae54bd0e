/// Samples of work that is too short to be measured once: as many passes a sample as make it long against the clock.
public enum RepeatedPasses {
    /// Shorter samples would be mostly clock.
    static let shortestSample: UInt64 = 200_000

    /// Repeats `pass` for about so many seconds, at least once.
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
        var deadline = RoundDeadline(seconds: seconds, now: MonotonicClock.nanoseconds())
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
        } while !deadline.isReached(at: MonotonicClock.nanoseconds())
        return samples
    }

    /// Repeats `pass` for about so many seconds, at least once, and puts what it measures together: the samples of all passes,
    /// and one histogram of theirs.
    ///
    /// - Parameters:
    ///   - seconds: How long to repeat it.
    ///   - now: The time in nanoseconds.
    ///   - pass: Measures once.
    /// - Returns: The metrics in the order in which they first came.
    static func merged(
        seconds: Double, now: () -> UInt64 = MonotonicClock.nanoseconds, pass: () async throws -> [MetricRound]
    ) async rethrows -> [MetricRound] {
        var deadline = RoundDeadline(seconds: seconds, now: now())
        var merged: [MetricRound] = []
        repeat {
            for entry in try await pass() {
                if let index = merged.firstIndex(where: { $0.metric == entry.metric }) {
                    merged[index] = merged[index].joined(entry)
                } else {
                    merged.append(entry)
                }
            }
        } while !deadline.isReached(at: now())
        return merged
    }
}

extension MetricRound {
    /// Both together: of raw samples all, of histograms their sum.
    fileprivate func joined(_ other: MetricRound) -> MetricRound {
        switch (values, other.values) {
        case (.samples(let own), .samples(let more)): return MetricRound(metric, .samples(own + more))
        case (.histogram(var own), .histogram(let more)):
            own.merge(more)
            return MetricRound(metric, .histogram(own))
        case (.samples, .histogram), (.histogram, .samples): preconditionFailure("a metric is of one kind")
        }
    }
}
