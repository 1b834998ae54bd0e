import Testing

@testable import BenchmarkKit

struct ErlangCTests {
    @Test(
        arguments: [
            // By hand: one server waits with ρ; two at ρ = 1/2 with 1/3.
            (1, 0.7, 0.7), (2, 1, 1.0 / 3), (3, 2, 4.0 / 9), (5, 4, 128.0 / 231),
            // Published: the example of pyworkforce (PyPI); the others by exact fractions of the formula's sums.
            (14, 10, 0.1741319335950498), (10, 8, 0.40918015079644354), (20, 16, 0.2560777938390579),
            (4, 3.2, 8192.0 / 13735),
        ] as [(Int, Double, Double)])
    func `The probability to wait is the tables'`(servers: Int, load: Double, expected: Double) {
        #expect(abs(ErlangC(servers: servers, offeredLoad: load).waitingProbability - expected) < 1e-12)
    }

    @Test func `The mean wait is C times a service over the servers' idle share`() {
        // C(2, 1) = 1/3: 200 / 3 / (2 · 1/2), and 2/3 of them wake a server.
        let systemUnderTest = ErlangC(servers: 2, offeredLoad: 1)
        #expect(abs(systemUnderTest.meanWait(meanService: 200) - 200.0 / 3) < 1e-9)
        #expect(abs(systemUnderTest.meanWait(meanService: 200, meanSetUp: 30) - (200.0 / 3 + 20)) < 1e-9)
        // One server is M/M/1: ρS / (1 − ρ).
        #expect(abs(ErlangC(servers: 1, offeredLoad: 0.5).meanWait(meanService: 200) - 200) < 1e-9)
    }

    @Test func `Servers asked for all of their time wait for ever`() {
        #expect(ErlangC(servers: 2, offeredLoad: 2).meanWait(meanService: 200) == .infinity)
        #expect(ErlangC(servers: 2, offeredLoad: 3).waitingProbability == 1)
    }

    @Test func `With several servers an operation takes the one that is free first`() {
        // Two servers: starts at 0, 1, 10 (the second ends at 11, the first at 10), 11, and 40 with a set-up of 5.
        let wait = QueueingTheory.meanWait(
            arrivals: [0, 1, 2, 3, 40], services: [10, 10, 10, 10, 10], setUp: 0, servers: 2)
        #expect(wait == (0 + 0 + 8 + 8 + 0) / 5.0)
        let slow = QueueingTheory.meanWait(
            arrivals: [0, 1, 2, 3, 40], services: [10, 10, 10, 10, 10], setUp: 5, servers: 2)
        // 5 and 6 after 0 and 1; 15 and 16 for those that wait; 45.
        #expect(slow == (5 + 5 + 13 + 13 + 5) / 5.0)
    }

    @Test(arguments: [2, 4], [0.5, 0.8])
    func `A typical schedule of several servers waits within 2 % of what theory expects`(
        servers: Int, utilisation: Double
    ) {
        let schedule = ArrivalSchedule.typical(
            utilisation: utilisation, meanService: 2_000_000, body: .sleeping, duration: 1e9, servers: servers, seed: 5)
        #expect(abs(schedule.ratioToTheory - 1) < ArrivalSchedule.tolerance)
        #expect(schedule.servers == servers)
    }

    /// Too short for one of 500 to be within 4 %: the closest of those that fit their own theory is not far.
    @Test func `Short schedules near saturation wait alike, whatever their seed`() {
        let nominal = ErlangC(servers: 2, offeredLoad: 1.6).meanWait(meanService: 2_000_000)
        for seed in 0..<40 as Range<UInt64> {
            let schedule = ArrivalSchedule.typical(
                utilisation: 0.8, meanService: 2_000_000, body: .sleeping, duration: 4e8, servers: 2, seed: seed)
            #expect(abs(schedule.ratioToTheory - 1) < ArrivalSchedule.tolerance)
            #expect(abs(schedule.meanWait / nominal - 1) < 0.15)
        }
    }
}
