import Foundation

/// Poisson arrivals and the lengths of their services, made before the measurement and the same for every
/// implementation under one seed.
struct ArrivalSchedule: Sendable {
    enum Body: String, Sendable, CaseIterable {
        /// Every service takes the mean.
        case deterministic = "spin200us"
        case exponential = "exp200us"
        /// Exponential, slept: servers that need no core.
        case sleeping = "expsleep2ms"

        /// Nanoseconds.
        var meanService: Double { self == .sleeping ? 2_000_000 : 200_000 }
    }

    /// Nanoseconds since the beginning, ascending.
    let arrivals: [UInt64]
    /// Nanoseconds of work, one an arrival.
    let services: [UInt64]
    /// How many operations may be served at once.
    let servers: Int

    init(arrivals: [UInt64], services: [UInt64], servers: Int = 1) {
        self.arrivals = arrivals
        self.services = services
        self.servers = servers
    }

    /// - Parameters:
    ///   - utilisation: ρ: the share of the servers' time that the services ask for.
    ///   - meanService: Nanoseconds.
    ///   - duration: Nanoseconds; there is at least one arrival.
    ///   - servers: How many operations may be served at once.
    init(utilisation: Double, meanService: Double, body: Body, duration: Double, servers: Int = 1, seed: UInt64) {
        // Separate streams, so that both bodies see the same arrivals.
        var gaps = SeededGenerator(seed: SeededGenerator.mix(seed ^ 1))
        var lengths = SeededGenerator(seed: SeededGenerator.mix(seed ^ 2))
        let meanGap = meanService / utilisation / Double(servers)
        var arrivals: [UInt64] = []
        var services: [UInt64] = []
        var time = Self.exponential(mean: meanGap, &gaps)
        repeat {
            arrivals.append(UInt64(time))
            let length = body == .deterministic ? meanService : Self.exponential(mean: meanService, &lengths)
            services.append(UInt64(length))
            time += Self.exponential(mean: meanGap, &gaps)
        } while time < duration
        self.init(arrivals: arrivals, services: services, servers: servers)
    }

    /// Of the schedules that follow from `seed`, the first whose mean wait, served without any overhead, is within 2 %
    /// of what theory expects of its own arrivals and services, and within 4 % of what it expects of any such schedule. If
    /// none of many is, the closest by the second of those that pass the first; or else the closest by the first.
    ///
    /// Near saturation one schedule of a second may well wait twice as long as another. Conditioning on a typical one
    /// keeps that chance, which says nothing of the runner, out of the comparison with theory, and out of the spread of the
    /// rounds, each of which has its own.
    static func typical(
        utilisation: Double, meanService: Double, body: Body, duration: Double, servers: Int = 1, seed: UInt64
    ) -> ArrivalSchedule {
        let nominal = expectedWait(
            arrivalRate: utilisation * Double(servers) / meanService,
            service: QueueingTheory.Moments(
                mean: meanService, meanOfSquares: (body == .deterministic ? 1 : 2) * meanService * meanService),
            servers: servers)
        // Of those that fit their own theory, then of the others.
        var closest: (schedule: ArrivalSchedule, rank: (Int, Double))?
        for attempt in 0..<mostAttempts {
            let schedule = ArrivalSchedule(
                utilisation: utilisation, meanService: meanService, body: body, duration: duration,
                servers: servers, seed: SeededGenerator.mix(SeededGenerator.mix(seed) &+ UInt64(attempt)))
            let wait = schedule.meanWait
            let (ownError, nominalError) = (abs(wait / schedule.expectedWait - 1), abs(wait / nominal - 1))
            let rank = ownError < tolerance ? (0, nominalError) : (1, ownError)
            if rank < (0, 2 * tolerance) { return schedule }
            if rank < closest?.rank ?? (2, 0) { closest = (schedule, rank) }
        }
        return closest!.schedule
    }

    static let tolerance = 0.02
    private static let mostAttempts = 500

    /// The mean wait of this schedule over the expected one of its utilisation, without set-up.
    var ratioToTheory: Double { meanWait / expectedWait }

    /// Of exactly these arrivals and services, without set-up.
    var meanWait: Double {
        QueueingTheory.meanWait(
            arrivals: arrivals.map { Double($0) }, services: services.map { Double($0) }, setUp: 0, servers: servers)
    }

    /// What theory gives for the rate of these arrivals and the moments of these services.
    private var expectedWait: Double {
        Self.expectedWait(
            arrivalRate: Double(arrivals.count) / Double(max(arrivals[arrivals.count - 1], 1)),
            service: QueueingTheory.Moments(services.map { Double($0) }), servers: servers)
    }

    private static func expectedWait(
        arrivalRate: Double, service: QueueingTheory.Moments, servers: Int
    ) -> Double {
        guard servers == 1 else {
            return ErlangC(servers: servers, offeredLoad: arrivalRate * service.mean)
                .meanWait(meanService: service.mean)
        }
        return QueueingTheory.meanWait(
            arrivalRate: arrivalRate, service: service, setUp: QueueingTheory.Moments(mean: 0, meanOfSquares: 0))
    }

    static func exponential(mean: Double, _ generator: inout SeededGenerator) -> Double {
        -mean * log(1 - generator.uniform())
    }
}
