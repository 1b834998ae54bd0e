/// Says in words where a measured mean wait is not what theory expects, and what of the same run explains it.
enum TheoryCheck {
    /// Theory is held to up to here; nearer to saturation a run would have to last for hours.
    static let highestUtilisation = 0.8
    static let tolerance = 1.1

    /// One remark, or none where the mean wait is within ``tolerance``.
    static func remarks(utilisation: Double, rounds: [[MetricRound]]) -> [String] {
        guard utilisation <= highestUtilisation else { return [] }
        let expectations = rounds.joined().filter { $0.metric == LatencySuite.meanWait }.compactMap(\.expectation)
        if expectations.contains(where: { !$0.expected.isFinite }) {
            return ["the machine served more slowly than operations arrived, so there is no mean wait to expect"]
        }
        guard let ratio = measuredOverExpected(LatencySuite.meanWait, rounds),
            !isAsExpected(ratio)
        else { return [] }
        let beginning = "the mean wait is \(Readable.ratio(ratio)) of what theory expects: "
        if let path = measuredOverExpected(LatencySuite.pathWait, rounds), isAsExpected(path) {
            return [beginning + "chance in these arrivals, of whose own recursion it is \(Readable.ratio(path))"]
        }
        let lags = rounds.joined().filter { $0.metric == LatencySuite.submitterLag }
        if let lag = SampleSummary(pooling: lags)?.p99, lag > latenessWorthNaming {
            let lateness = Readable.value(lag, unit: "ns")
            return [beginning + "the machine was busy, and 1 % of the arrivals came \(lateness) late or later"]
        }
        return [beginning + "the arrivals were on time, so the machine served unevenly, or the runner holds back work"]
    }

    /// A twentieth of a service.
    static let latenessWorthNaming = 10_000.0

    private static func isAsExpected(_ ratio: Double) -> Bool { ratio <= tolerance && ratio >= 1 / tolerance }

    /// Of the sums over the rounds.
    private static func measuredOverExpected(_ metric: MetricDefinition, _ rounds: [[MetricRound]]) -> Double? {
        let entries = rounds.flatMap { $0 }.filter { $0.metric == metric }.compactMap(\.expectation)
        let expected = entries.reduce(0) { $0 + $1.expected }
        return expected > 0 ? entries.reduce(0) { $0 + $1.measured } / expected : nil
    }
}
