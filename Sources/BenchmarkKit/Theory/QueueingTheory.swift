/// Mean waits of a queue with one server, Poisson arrivals and first come, first served; ``ErlangC`` has several servers.
///
/// Source: Harchol-Balter, *Performance Modeling and Design of Computer Systems*, Cambridge 2013, chapters 23
/// (Pollaczek–Khinchine) and 27 (set-up times).
package enum QueueingTheory {
    /// First and second moment of a time in nanoseconds.
    package struct Moments: Sendable, Hashable {
        package let mean: Double
        package let meanOfSquares: Double

        package init(mean: Double, meanOfSquares: Double) {
            self.mean = mean
            self.meanOfSquares = meanOfSquares
        }

        /// Zero for no values.
        package init(_ values: some Collection<Double>) {
            let count = Double(max(values.count, 1))
            self.init(mean: values.reduce(0, +) / count, meanOfSquares: values.reduce(0) { $0 + $1 * $1 } / count)
        }
    }

    /// M/G/1 with set-up: W = λE[S²] / (2(1−ρ)) + (2E[D] + λE[D²]) / (2(1 + λE[D])), ρ = λE[S].
    ///
    /// - Parameters:
    ///   - arrivalRate: λ, arrivals per nanosecond.
    ///   - service: S.
    ///   - setUp: D, from an arrival at an idle server to its start.
    /// - Returns: Mean time from arrival to start in nanoseconds; infinite from ρ = 1 on.
    package static func meanWait(arrivalRate: Double, service: Moments, setUp: Moments) -> Double {
        let utilisation = arrivalRate * service.mean
        guard utilisation < 1 else { return .infinity }
        return arrivalRate * service.meanOfSquares / (2 * (1 - utilisation))
            + (2 * setUp.mean + arrivalRate * setUp.meanOfSquares) / (2 * (1 + arrivalRate * setUp.mean))
    }

    /// The mean wait of exactly these arrivals and service times, by Lindley's recursion with set-up: an operation
    /// that arrives after the one before has ended waits `setUp`, any other until that one has ended. With several servers
    /// each takes the server that is free first, as Kiefer and Wolfowitz have it.
    ///
    /// Free of the chance in the arrivals, which leaves the mean of a short run far from its expectation.
    /// Sources: Lindley, "The theory of queues with a single server", 1952; Kiefer and Wolfowitz, "On the theory of queues
    /// with many servers", 1955.
    package static func meanWait(arrivals: [Double], services: [Double], setUp: Double, servers: Int = 1) -> Double {
        guard !arrivals.isEmpty else { return 0 }
        // When each server has ended.
        var ends = Array(repeating: -Double.infinity, count: servers)
        var sum = 0.0
        for (arrival, service) in zip(arrivals, services) {
            let first = ends.indices.min { ends[$0] < ends[$1] }!
            let start = arrival >= ends[first] ? arrival + setUp : ends[first]
            sum += start - arrival
            ends[first] = start + service
        }
        return sum / Double(arrivals.count)
    }
}
