import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The calibration")
struct CalibrationTests {
    private let configuration = GateConfiguration(rules: [.init()])

    /// Rounds of one build against itself whose log-ratios have these standard deviations, normal or with heavy tails.
    private func differences(_ spreads: [Double], rounds: Int = 40, heavy: Bool = false) -> RoundDifferences {
        var generator = SeededGenerator(seed: 5)
        func normal() -> Double {
            (-2 * log(1 - generator.uniform())).squareRoot() * cos(2 * .pi * generator.uniform())
        }
        return RoundDifferences(
            rows: spreads.enumerated().map { index, spread in
                .init(
                    caseName: "fake/own/x=\(index)", metric: FakeSuite.time, rule: configuration.rules[0],
                    figure: 1_000,
                    logRatios: (0..<rounds).map { _ in
                        // A tenth of the rounds is hit by something ten times as large.
                        spread * normal() * (heavy && generator.uniform() < 0.1 ? 10 : 1)
                    })
            })
    }

    private func calibration(_ differences: RoundDifferences, comparisons: Int = 20) -> Calibration {
        Calibration(
            differences, configuration: configuration, rounds: 20, comparisons: comparisons, draws: 50, seed: 9)
    }

    @Test("steady cases show small changes, unsteady ones only large ones, and the hopeless none")
    func power() {
        let rows = calibration(differences([0.005, 0.05, 0.2, 3])).rows
        #expect(rows[0].smallestChange == 0.04 && rows[0].isSteady)
        #expect(rows[1].smallestChange.map { (0.05...0.1).contains($0) } == true)
        #expect(rows[2].smallestChange.map { (0.2...0.5).contains($0) } == true && !rows[2].isSteady)
        #expect(rows[3].smallestChange == nil)
        #expect(rows[0].power10 == 1)
    }

    @Test("false alarms of the whole gate stay below its level, also with heavy tails in every case")
    func falseAlarms() {
        for heavy in [false, true] {
            let result = calibration(differences(Array(repeating: 0.1, count: 8), heavy: heavy), comparisons: 400)
            #expect(result.falseAlarms <= 6, "\(result.falseAlarms) of 400")
            #expect(result.falseAlarmBound < 0.03)
        }
    }

    @Test("a statistic that does not hold its level would be seen")
    func badStatistic() {
        // Each row by itself at 1 %, twenty rows: no correction for the family.
        let differences = differences(Array(repeating: 0.2, count: 20))
        var generator = SeededGenerator(seed: 2)
        let alarms = (0..<200).count { _ in
            differences.drawn(20, &generator).contains { SignedRank.pValue($0) <= 0.01 }
        }
        #expect(alarms > 10)
    }

    @Test("the fewest rounds that suffice are more where rounds spread more, and none where they spread too far")
    func fewestRounds() {
        func fewest(_ spreads: [Double]) -> Int? {
            Calibration.fewestRounds(differences(spreads), configuration: configuration, seed: 3)
        }
        let steady = fewest([0.005, 0.005, 0.005, 0.005])
        #expect(steady == 8)
        #expect(fewest([0.005, 0.005, 0.005, 3]) == steady)
        #expect(fewest([0.03, 0.03, 0.03, 0.03]).map { $0 > 8 } == true)
        #expect(fewest([0.005, 0.005, 3, 3]) == nil)
    }

    @Test("the suggestion gates steady cases as before, unsteady ones by what they can show, hopeless ones not")
    func suggestion() throws {
        let suggested = calibration(differences([0.005, 0.2, 3])).suggestion(
            configuration, host: "a host", date: "2026-12-01T00:00:00Z")
        func rule(_ index: Int) -> GateConfiguration.Rule? { suggested.rule("fake/own/x=\(index)", FakeSuite.time) }
        #expect(rule(0)?.comparison?.threshold == 0.03)
        #expect(try #require(rule(1)?.comparison?.threshold) > 0.09)
        let hopeless = try #require(rule(2))
        #expect(hopeless.comparison == nil)
        #expect(suggested.measurement.rounds == 20)
        let told = try #require(suggested.calibration)
        #expect(told.rounds == 20 && told.host == "a host" && told.figures.count == 3)
        #expect(try #require(told.smallestChange("fake/own/x=0", "time")) < 0.05)
        #expect(told.smallestChange("fake/own/x=2", "time") == nil)
        let text = GateConfigurationWriter.json(suggested)
        #expect(try GateConfigurationReader.read(Data(text.utf8), file: "f") == suggested)
    }

    @Test("draws take each round at most once, all rows alike, with signs by chance")
    func draws() {
        let rows = (0..<3).map { row in
            RoundDifferences.Row(
                caseName: "fake/own/x=\(row)", metric: FakeSuite.time, rule: configuration.rules[0], figure: 1,
                logRatios: (0..<30).map { Double($0 + 1) })
        }
        var generator = SeededGenerator(seed: 4)
        let drawn = RoundDifferences(rows: rows).drawn(20, &generator)
        #expect(drawn[0] == drawn[1] && drawn[1] == drawn[2])
        #expect(Set(drawn[0].map(abs)).count == 20)
        #expect(drawn[0].contains { $0 < 0 } && drawn[0].contains { $0 > 0 })
    }

    @Test(
        "every statistic on trial finds what is plain, and nothing where there is nothing",
        arguments: PairedMethod.allCases)
    func methods(_ method: PairedMethod) {
        let rows = differences([0.01, 0.01], rounds: 20).rows.map(\.logRatios)
        let slower = method.evaluate([rows[0].map { $0 + 0.1 }, rows[1]], seed: 1)
        #expect(slower[0].pValue < 0.01 && abs(slower[0].estimate - 0.1) < 0.01)
        #expect(slower[1].pValue > 0.05)
    }
}
