import Testing

@testable import BenchmarkKit

@Suite("Queueing theory")
struct QueueingTheoryTests {
    private let noSetUp = QueueingTheory.Moments(mean: 0, meanOfSquares: 0)

    @Test("M/D/1 waits ρS / 2(1−ρ)")
    func deterministicService() {
        // S = 200, ρ = 0.8: 0.8 · 200 / 0.4 = 400.
        let wait = QueueingTheory.meanWait(
            arrivalRate: 0.8 / 200, service: .init(mean: 200, meanOfSquares: 40_000), setUp: noSetUp)
        #expect(abs(wait - 400) < 1e-9)
    }

    @Test("M/M/1 waits ρS / (1−ρ)")
    func exponentialService() {
        let wait = QueueingTheory.meanWait(
            arrivalRate: 0.5 / 200, service: .init(mean: 200, meanOfSquares: 80_000), setUp: noSetUp)
        #expect(abs(wait - 200) < 1e-9)
    }

    @Test("a set-up adds (2E[D] + λE[D²]) / 2(1 + λE[D])")
    func setUp() {
        // λ = 0.01, D = 100: (200 + 100) / (2 · 2) = 75, beside no service at all.
        let wait = QueueingTheory.meanWait(
            arrivalRate: 0.01, service: noSetUp, setUp: .init(mean: 100, meanOfSquares: 10_000))
        #expect(abs(wait - 75) < 1e-9)
    }

    @Test("a server asked for all of its time waits for ever")
    func saturated() {
        let service = QueueingTheory.Moments(mean: 200, meanOfSquares: 40_000)
        #expect(QueueingTheory.meanWait(arrivalRate: 1 / 200, service: service, setUp: noSetUp) == .infinity)
    }

    @Test("Lindley's recursion worked out by hand")
    func lindley() {
        // Starts at 10 (set-up 10), 110, 210 and 510 (set-up again): waits 10, 60, 150, 10.
        let wait = QueueingTheory.meanWait(
            arrivals: [0, 50, 60, 500], services: [100, 100, 100, 100], setUp: 10)
        #expect(abs(wait - 57.5) < 1e-9)
    }

    @Test(
        "a long seeded schedule waits what theory expects, within 3 %", arguments: ArrivalSchedule.Body.allCases,
        [0.2, 0.5, 0.8])
    private func scheduleAgrees(body: ArrivalSchedule.Body, utilisation: Double) {
        let schedule = ArrivalSchedule(
            utilisation: utilisation, meanService: 200_000, body: body, duration: 4e11, seed: 11)
        let services = schedule.services.map { Double($0) }
        let arrivals = schedule.arrivals.map { Double($0) }
        let expected = QueueingTheory.meanWait(
            arrivalRate: Double(arrivals.count) / arrivals[arrivals.count - 1], service: .init(services),
            setUp: noSetUp)
        let path = QueueingTheory.meanWait(arrivals: arrivals, services: services, setUp: 0)
        #expect(abs(path / expected - 1) < 0.03)
    }

    @Test("one seed gives one schedule, and both bodies the same arrivals")
    func seeds() {
        func schedule(_ body: ArrivalSchedule.Body, _ seed: UInt64) -> ArrivalSchedule {
            ArrivalSchedule(utilisation: 0.5, meanService: 200_000, body: body, duration: 1e8, seed: seed)
        }
        #expect(schedule(.exponential, 7).arrivals == schedule(.exponential, 7).arrivals)
        #expect(schedule(.exponential, 7).services == schedule(.exponential, 7).services)
        #expect(schedule(.exponential, 7).arrivals == schedule(.deterministic, 7).arrivals)
        #expect(schedule(.exponential, 7).arrivals != schedule(.exponential, 8).arrivals)
    }

    @Test("typical schedules of half the load wait alike, whatever their seed")
    func typicalAlike() {
        // M/D/1 at 0.5: ρS / 2(1−ρ) = 100.
        for seed in 0..<10 as Range<UInt64> {
            let schedule = ArrivalSchedule.typical(
                utilisation: 0.5, meanService: 200, body: .deterministic, duration: 5e5, seed: seed)
            #expect(abs(schedule.meanWait / 100 - 1) < 2 * ArrivalSchedule.tolerance)
        }
    }

    @Test(
        "a typical schedule waits within 2 % of what theory expects", arguments: ArrivalSchedule.Body.allCases,
        [0.2, 0.5, 0.8, 0.95])
    private func typicalSchedule(body: ArrivalSchedule.Body, utilisation: Double) {
        func schedule(_ seed: UInt64) -> ArrivalSchedule {
            .typical(utilisation: utilisation, meanService: 200_000, body: body, duration: 5e8, seed: seed)
        }
        for seed in 0..<3 as Range<UInt64> {
            #expect(abs(schedule(seed).ratioToTheory - 1) < ArrivalSchedule.tolerance)
        }
        #expect(schedule(1).arrivals == schedule(1).arrivals)
        #expect(schedule(1).arrivals != schedule(2).arrivals)
    }
}
