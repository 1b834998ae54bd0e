import Foundation

/// Poisson arrivals and the lengths of their services, made before the measurement and the same for every
/// implementation under one seed.
struct ArrivalSchedule: Sendable {
    enum Body: String, Sendable, CaseIterable {
        /// Every service takes the mean.
        case deterministic = "spin200us"
        case exponential = "exp200us"
    }

    /// Nanoseconds since the beginning, ascending.
    let arrivals: [UInt64]
    /// Nanoseconds of work, one an arrival.
    let services: [UInt64]

    /// - Parameters:
    ///   - utilisation: ρ: the share of time that the services ask for.
    ///   - meanService: Nanoseconds.
    ///   - duration: Nanoseconds; there is at least one arrival.
    init(utilisation: Double, meanService: Double, body: Body, duration: Double, seed: UInt64) {
        // Separate streams, so that both bodies see the same arrivals.
        var gaps = SeededGenerator(seed: SeededGenerator.mix(seed ^ 1))
        var lengths = SeededGenerator(seed: SeededGenerator.mix(seed ^ 2))
        let meanGap = meanService / utilisation
        var arrivals: [UInt64] = []
        var services: [UInt64] = []
        var time = Self.exponential(mean: meanGap, &gaps)
        repeat {
            arrivals.append(UInt64(time))
            let length = body == .deterministic ? meanService : Self.exponential(mean: meanService, &lengths)
            services.append(UInt64(length))
            time += Self.exponential(mean: meanGap, &gaps)
        } while time < duration
        self.arrivals = arrivals
        self.services = services
    }

    private static func exponential(mean: Double, _ generator: inout SeededGenerator) -> Double {
        -mean * log(1 - generator.uniform())
    }
}
