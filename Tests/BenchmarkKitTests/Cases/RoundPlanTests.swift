import Testing

@testable import BenchmarkKit

@Suite("Rounds that a case's time is divided into")
struct RoundPlanTests {
    @Test("short passes have as many of the shortest rounds as fit")
    func short() {
        #expect(
            RoundPlan(dividing: 0.75, shortest: 0.0075, pass: 0.001, fewest: 5)
                == RoundPlan(seconds: 0.0075, count: 100))
    }

    @Test("a pass that takes longer than the shortest round makes the rounds longer and fewer")
    func long() {
        #expect(
            RoundPlan(dividing: 0.75, shortest: 0.0075, pass: 0.03, fewest: 5) == RoundPlan(seconds: 0.03, count: 25))
    }

    @Test("and never fewer than asked, though they take longer in all")
    func longest() {
        #expect(RoundPlan(dividing: 0.75, shortest: 0.0075, pass: 3, fewest: 5) == RoundPlan(seconds: 3, count: 5))
    }
}
