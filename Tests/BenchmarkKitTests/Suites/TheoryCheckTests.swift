import Testing

@testable import BenchmarkKit

@Suite("The remark on theory")
struct TheoryCheckTests {
    /// A round with a mean wait of 100 ns where theory expects `theory` and the recursion `path`.
    private func round(theory: Double, path: Double, lag: UInt64 = 50) -> [MetricRound] {
        var lags = LatencyHistogram()
        for _ in 0..<100 { lags.record(lag) }
        return [
            MetricRound(LatencySuite.submitterLag, .histogram(lags)),
            MetricRound(LatencySuite.meanWait, .samples([100]), expectation: (100, theory)),
            MetricRound(LatencySuite.pathWait, .samples([100]), expectation: (100, path)),
        ]
    }

    @Test("nothing is said of a mean wait within a tenth", arguments: [92.0, 100, 109])
    func asExpected(theory: Double) {
        #expect(TheoryCheck.remarks(utilisation: 0.8, rounds: [round(theory: theory, path: 200)]).isEmpty)
    }

    @Test("both sides of the tenth are remarked on", arguments: [80.0, 120])
    func outside(theory: Double) throws {
        let remarks = TheoryCheck.remarks(utilisation: 0.8, rounds: [round(theory: theory, path: 200)])
        #expect(remarks.count == 1)
        #expect(try #require(remarks.first).contains(theory == 80 ? "1.25×" : "0.83×"))
    }

    @Test("nothing is said above the utilisation that theory is held to")
    func nearSaturation() {
        #expect(TheoryCheck.remarks(utilisation: 0.95, rounds: [round(theory: 10, path: 10)]).isEmpty)
    }

    @Test("rounds that miss on either side of the mark make up for each other")
    func overAllRounds() {
        let rounds = [round(theory: 80, path: 100), round(theory: 120, path: 100)]
        #expect(TheoryCheck.remarks(utilisation: 0.5, rounds: rounds).isEmpty)
    }

    @Test("the reason is what the same rounds show")
    func reasons() throws {
        func reason(_ round: [MetricRound]) throws -> String {
            try #require(TheoryCheck.remarks(utilisation: 0.5, rounds: [round]).first)
        }
        #expect(try reason(round(theory: 50, path: 101)).contains("chance in these arrivals"))
        #expect(try reason(round(theory: 50, path: 50, lag: 400_000)).contains("the machine was busy"))
        #expect(try reason(round(theory: 50, path: 50)).contains("the arrivals were on time"))
    }

    @Test("where the machine served too slowly there is no mean wait to expect, and that is said")
    func saturated() {
        let rounds = [round(theory: 100, path: 100), round(theory: .infinity, path: 100)]
        #expect(
            TheoryCheck.remarks(utilisation: 0.8, rounds: rounds) == [
                "the machine served more slowly than operations arrived, so there is no mean wait to expect"
            ])
        #expect(RatioSummary.ratio(toExpectationsOf: rounds.map { $0[1] }) == 1)
    }

    @Test("samples.csv leaves out what is not finite, and is read back")
    func saturatedSamples() throws {
        let measured = BenchmarkCase(suite: "latency", implementation: "a", parameters: [])
        let result = CaseResult(
            measured, isReference: true, rounds: [round(theory: 50, path: 1), round(theory: .infinity, path: 1)])
        let rows = SampleRow.rows([result], runID: "r").filter { $0.metric.hasPrefix("mean_wait.") }
        #expect(rows.map(\.metric) == ["mean_wait.measured", "mean_wait.expected"])
        #expect(rows.map(\.value) == [100, 50])
        #expect(try SampleRow.parse(SampleRow.csv(rows).utf8, file: "samples.csv") == rows)
    }
}
