/// The implementations that are compared with each other: the same suite and parameters. They run interleaved.
package struct CaseGroup: Sendable {
    package let suite: String
    /// `key=value,key=value`.
    package let parameters: String
    package internal(set) var cases: [PlannedCase]

    /// In the order of first appearance.
    package static func groups(_ cases: [PlannedCase]) -> [CaseGroup] {
        var groups: [CaseGroup] = []
        var positions: [String: Int] = [:]
        for planned in cases {
            let parameters = planned.benchmarkCase.parameterText
            let key = "\(planned.benchmarkCase.suite)/\(parameters)"
            if let position = positions[key] {
                groups[position].cases.append(planned)
            } else {
                positions[key] = groups.count
                groups.append(
                    CaseGroup(suite: planned.benchmarkCase.suite, parameters: parameters, cases: [planned]))
            }
        }
        return groups
    }

    func expectedSeconds(_ options: SuiteOptions) -> Double {
        cases.reduce(0) { $0 + $1.expectedSeconds(options) }
    }
}

extension PlannedCase {
    /// `--rounds`, or as many as the suite plans; at least one.
    package func rounds(_ options: SuiteOptions) -> Int { max(options.rounds ?? rounds, 1) }

    /// What one round should last: a share of `--time`, or what the suite expects.
    package func secondsPerRound(_ options: SuiteOptions) -> Double {
        options.secondsPerCase.map { $0 / Double(rounds(options)) } ?? expectedSecondsPerRound
    }

    /// What one round will take: what it should last, and not less than one pass.
    func forecast(_ options: SuiteOptions) -> Double { max(secondsPerRound(options), expectedSecondsPerPass) }

    /// All rounds, and for the warm-up what one round takes. A skipped case takes no time.
    package func expectedSeconds(_ options: SuiteOptions) -> Double {
        guard skipReason == nil else { return 0 }
        // With `--time` a case whose rounds take too long gets fewer of them.
        let measured = forecast(options) * Double(rounds(options))
        return min(measured, options.secondsPerCase.map { max($0, forecast(options)) } ?? measured) + forecast(options)
    }
}
