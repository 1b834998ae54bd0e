extension Chart {
    static let latencyPercentiles = Chart(
        name: "latency-percentiles", title: "Waiting time, by percentile",
        caption: "From the scheduled arrival to the start, at the highest utilisation measured. To the right are the "
            + "unlucky: 1 in 10, 1 in 100, 1 in 1,000. Lower is better. The bar at 50 % is the 95 % interval.",
        suite: "latency"
    ) { run throws(UsageError) in
        let metric = LatencySuite.toStart.name
        let figures = run.figures("latency")
        guard
            let utilisation = figures.values(of: "utilisation", metric).max(by: { Double($0) ?? 0 < Double($1) ?? 0 }),
            let body = figures.values(of: "body", metric, ["utilisation": utilisation]).first
        else { return [] }
        let curves = try PercentileCurves(of: metric, in: run)
        let panel = "utilisation \(utilisation) · \(services(body))"
        return figures.of(metric, ["utilisation": utilisation, "body": body]).flatMap { row in
            curves.points(of: row).map { percent, value in
                ChartPoint(
                    panel: panel, implementation: row.implementation, x: percent, y: value,
                    interval: percent == 50 ? row.interval : nil)
            }
        }
    }

    static let latencyUtilisation = Chart(
        name: "latency-utilisation", title: "Mean wait against utilisation",
        caption: "The mean time from the scheduled arrival to the start, with the 95 % interval over rounds. The grey "
            + "curve is queueing theory (Pollaczek–Khinchine with set-up) for a server that needs as long to wake up "
            + "as these did in the middle: who lies on it adds no wait of its own.",
        suite: "latency"
    ) { run throws(UsageError) in
        let figures = run.figures("latency")
        let bodies = figures.values(of: "body", LatencySuite.meanWait.name).filter {
            // Of several servers there is another theory.
            $0 != ArrivalSchedule.Body.sleeping.rawValue
        }
        return bodies.flatMap { body in
            let rows = figures.of(LatencySuite.meanWait.name, ["body": body])
            let measured = rows.compactMap { row in
                row.number("utilisation").map {
                    ChartPoint(row, panel: services(body), x: $0)
                }
            }
            let wakeUps = figures.of(LatencySuite.idleWakeUp.name).compactMap(\.summary?.mean)
            return measured.isEmpty
                ? []
                : theory(body: body, wakeUp: wakeUps.isEmpty ? 0 : Percentile.median(wakeUps))
                    + measured
        }
    }

    private static func services(_ body: String) -> String {
        switch ArrivalSchedule.Body(rawValue: body) {
        case .deterministic: "each takes 200 µs"
        case .exponential: "200 µs on average (exponential)"
        case .sleeping, nil: body
        }
    }

    /// The curve of ``QueueingTheory`` for the suite's service times.
    private static func theory(body: String, wakeUp: Double) -> [ChartPoint] {
        let mean = ArrivalSchedule.Body(rawValue: body)?.meanService ?? 0
        let squares = body == ArrivalSchedule.Body.exponential.rawValue ? 2 * mean * mean : mean * mean
        let service = QueueingTheory.Moments(mean: mean, meanOfSquares: squares)
        let setUp = QueueingTheory.Moments(mean: wakeUp, meanOfSquares: wakeUp * wakeUp)
        return (5...96).map { percent in
            let utilisation = Double(percent) / 100
            let wait = QueueingTheory.meanWait(
                arrivalRate: utilisation / mean, service: service, setUp: setUp)
            return ChartPoint(
                panel: services(body), implementation: "theory", variant: "theory", x: utilisation, y: wait)
        }
    }
}

/// Percentiles of a metric: those of `summary.csv`, and between them those that the buckets of `samples.csv` give.
struct PercentileCurves {
    /// What `summary.csv` does not have.
    private static let between = [25, 75, 95, 97.5, 99.5, 99.75]
    private var buckets: [String: [UInt64: UInt64]] = [:]

    init(of metric: String, in run: StoredRun) throws(UsageError) {
        for row in try run.samples() where row.metric == "\(metric).bucket" {
            buckets[row.caseName, default: [:]][row.sample, default: 0] += UInt64(max(row.value, 0))
        }
    }

    /// In percent and the metric's unit, ascending. A percentile beyond which fewer than one sample lies is left out.
    func points(of row: SummaryRow) -> [(percent: Double, value: Double)] {
        guard let summary = row.summary else { return [] }
        var points = [(50, summary.p50), (90, summary.p90), (99, summary.p99), (99.9, summary.p999)]
        let values = (buckets[row.caseName] ?? [:]).sorted { $0.key < $1.key }.map { lower, count in
            (min(max(LatencyHistogram.midpoint(ofBucketAt: lower), summary.minimum), summary.maximum), count)
        }
        if let weighted = WeightedSamples(values) {
            points += Self.between.map { ($0, weighted.percentile($0 / 100)) }
        }
        return points.filter { (100 - $0.0) / 100 * Double(summary.count) >= 1 }.sorted { $0.0 < $1.0 }
            .map { (percent: $0.0, value: $0.1) }
    }
}
