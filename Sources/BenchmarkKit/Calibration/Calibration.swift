import Foundation

/// What a gate can and cannot see on a machine, from a pair of one build with itself.
package struct Calibration: Sendable {
    package struct Row: Sendable {
        package let caseName: String
        package let metric: MetricDefinition
        let figure: Double
        /// Of the log-ratio of neighbouring rounds.
        package let standardDeviation: Double
        /// The smallest slowdown, as a share, that is found in four of five comparisons; `nil` beyond all that was tried.
        package let smallestChange: Double?
        /// The share of comparisons that find a slowdown of 5 %, and of 10 %.
        package let power5, power10: Double
        /// Whether a slowdown of 5 % is found in four of five.
        package var isSteady: Bool { power5 >= 0.8 }
    }

    /// Of one comparison.
    package let rounds: Int
    /// Comparisons drawn in which nothing differed, and how many of them raised an alarm.
    package let comparisons, falseAlarms: Int
    /// How many ended as too noisy to say.
    package let noisyComparisons: Int
    package let rows: [Row]

    /// Slowdowns that are tried, as shares.
    static let changes = [0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5, 1]
    static let power = 0.8

    /// - Parameters:
    ///   - rounds: Of one comparison; no more than were measured.
    ///   - comparisons: That are drawn.
    ///   - draws: For each row's power.
    package init(
        _ differences: RoundDifferences, configuration: GateConfiguration, rounds: Int, comparisons: Int = 1_000,
        draws: Int = 400, method: PairedMethod = .capped, seed: UInt64
    ) {
        self.rounds = min(rounds, differences.rounds)
        self.comparisons = comparisons
        var generator = SeededGenerator(seed: seed)
        var (alarms, noisy) = (0, 0)
        for _ in 0..<comparisons {
            let drawn = differences.drawn(self.rounds, &generator)
            let evaluated = method.evaluate(drawn, seed: generator.next())
            let isAlarm = zip(differences.rows, evaluated).contains { row, result in
                row.isSlower(
                    estimate: result.estimate, correctedPValue: result.pValue, level: configuration.level)
            }
            if isAlarm { alarms += 1 }
            let isNoisy = zip(differences.rows, drawn).contains { row, logRatios in
                let high = SignedRank.interval(logRatios).map { row.metric.better == .lower ? $0.high : -$0.low }
                return exp(high ?? .infinity) > 1 + row.rule.blindness
            }
            if !isAlarm, isNoisy { noisy += 1 }
        }
        (falseAlarms, noisyComparisons) = (alarms, noisy)
        let found = Self.power(
            Self.changes, differences, rounds: self.rounds, draws: draws, configuration.level, &generator)
        rows = zip(differences.rows, found).map { row, found in
            Row(
                caseName: row.caseName, metric: row.metric, figure: row.figure,
                standardDeviation: SampleSummary(samples: row.logRatios)?.standardDeviation ?? 0,
                smallestChange: Self.changes.first { found[$0, default: 0] >= Self.power },
                power5: found[0.05] ?? 0, power10: found[0.1] ?? 0)
        }
    }

    /// For each row the share of the draws in which each slowdown is found.
    private static func power(
        _ changes: [Double], _ differences: RoundDifferences, rounds: Int, draws: Int, _ level: Double,
        _ generator: inout SeededGenerator
    ) -> [[Double: Double]] {
        var found = differences.rows.map { _ in [Double: Int]() }
        for _ in 0..<draws {
            let drawn = differences.drawn(rounds, &generator)
            let family = SignFlip(drawn)
            for (index, row) in differences.rows.enumerated() {
                for change in changes where finds(change, in: drawn[index], row, family, level) {
                    found[index][change, default: 0] += 1
                }
            }
        }
        return found.map { $0.mapValues { Double($0) / Double(draws) } }
    }

    /// The fewest rounds with which three quarters of the figures are steady; `nil` where none that were measured suffice.
    package static func fewestRounds(
        _ differences: RoundDifferences, configuration: GateConfiguration, draws: Int = 100, seed: UInt64
    ) -> Int? {
        PairSession.looks.filter { $0 <= differences.rounds }.first { rounds in
            var generator = SeededGenerator(seed: seed)
            let steady = Self.power(
                [0.05], differences, rounds: rounds, draws: draws, configuration.level, &generator
            ).count { $0[0.05, default: 0] >= power }
            return 4 * steady >= 3 * differences.rows.count
        }
    }

    /// As the gate would, of one row that alone became slower.
    private static func finds(
        _ change: Double, in logRatios: [Double], _ row: RoundDifferences.Row, _ family: SignFlip, _ level: Double
    ) -> Bool {
        let slower = logRatios.map { $0 + log1p(change) * (row.metric.better == .lower ? 1 : -1) }
        return row.isSlower(
            estimate: SignedRank.estimate(slower), correctedPValue: family.pValue(slower), level: level)
    }

    /// 95 %, one-sided.
    package var falseAlarmBound: Double { ClopperPearson.upperBound(seen: falseAlarms, of: comparisons) }

    /// A configuration in which every case is gated by what it can show here: the steady ones as before, the others by
    /// the smallest change that can be seen, and those that show nothing below a doubling not at all.
    ///
    /// - Parameters:
    ///   - host: Where it was measured.
    ///   - date: When, ISO 8601.
    package func suggestion(_ configuration: GateConfiguration, host: String, date: String) -> GateConfiguration {
        var suggestion = configuration
        suggestion.calibration = GateCalibration(
            host: host, date: date, rounds: rounds, comparisons: comparisons, falseAlarms: falseAlarms,
            figures: rows.map { row in
                GateCalibration.Figure(
                    caseName: row.caseName, metric: row.metric.name, smallestChange: row.smallestChange)
            })
        suggestion.measurement.rounds = rounds
        let unsteady = rows.filter { !$0.isSteady }.map { row in
            var rule = configuration.rule(row.caseName, row.metric) ?? GateConfiguration.Rule()
            (rule.cases, rule.metrics) = ([Glob.escaped(row.caseName)], [Glob.escaped(row.metric.name)])
            if let change = row.smallestChange, change < 1 {
                let threshold = rule.comparison?.threshold ?? 0
                rule.comparison?.threshold = max(change / 2, threshold)
                rule.blindness = max(2 * change, rule.blindness)
            } else {
                rule.comparison = nil
            }
            return rule
        }
        suggestion.rules = unsteady + configuration.rules
        return suggestion
    }
}
