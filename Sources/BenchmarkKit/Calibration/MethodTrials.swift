import Foundation

/// What each statistic would have made of the same rounds: its false alarms, and how often it finds a slowdown.
struct MethodTrials {
    struct Row: Sendable {
        let method: PairedMethod
        let falseAlarms: Int
        /// Shares of the slowdowns found that were planted in one steady case at a time.
        let power5, power10: Double
    }

    let rows: [Row]
    private let rounds, comparisons: Int

    init(
        _ differences: RoundDifferences, configuration: GateConfiguration, rounds: Int, comparisons: Int, seed: UInt64
    ) {
        self.rounds = min(rounds, differences.rounds)
        self.comparisons = comparisons
        rows = PairedMethod.allCases.map { method in
            // The same draws for every method.
            var generator = SeededGenerator(seed: seed)
            var alarms = 0
            var (found5, found10) = (0, 0)
            for index in 0..<comparisons {
                let drawn = differences.drawn(min(rounds, differences.rounds), &generator)
                let seed = generator.next()
                if Self.isSlower(differences, method.evaluate(drawn, seed: seed), configuration.level).contains(true) {
                    alarms += 1
                }
                let row = index % drawn.count
                for change in [0.05, 0.1] {
                    var planted = drawn
                    let sign = differences.rows[row].metric.better == .lower ? 1.0 : -1
                    planted[row] = planted[row].map { $0 + sign * log1p(change) }
                    let slower = Self.isSlower(differences, method.evaluate(planted, seed: seed), configuration.level)
                    if slower[row] { if change == 0.05 { found5 += 1 } else { found10 += 1 } }
                }
            }
            return Row(
                method: method, falseAlarms: alarms, power5: Double(found5) / Double(comparisons),
                power10: Double(found10) / Double(comparisons))
        }
    }

    private static func isSlower(
        _ differences: RoundDifferences, _ results: [(estimate: Double, pValue: Double)], _ level: Double
    ) -> [Bool] {
        zip(differences.rows, results).map { row, result in
            row.isSlower(estimate: result.estimate, correctedPValue: result.pValue, level: level)
        }
    }

    var text: String {
        var table = TextTable([.left, .right, .right, .right])
        table.add(["statistic", "false alarms", "finds 5 %", "finds 10 %"])
        for row in rows {
            table.add([
                row.method.rawValue, "\(row.falseAlarms) of \(comparisons)",
                "\(Readable.number(row.power5 * 100)) %", "\(Readable.number(row.power10 * 100)) %",
            ])
        }
        return table.lines().joined(separator: "\n") + "\n"
            + "The slowdowns are planted in one case at a time, each case as often as the others, steady or not.\n"
    }
}
