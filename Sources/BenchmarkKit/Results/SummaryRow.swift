/// One row of `summary.csv`: one metric of one case. A case without any figure has a single row with no metric.
package struct SummaryRow: Sendable, Hashable {
    /// The number of the column layout below. A new column is appended last, and is a new number.
    package static let schema = 1
    /// The columns that a case's parameters of the same name fill.
    package static let parameterColumns = [
        "producers", "backlog", "groups", "read_percent", "limit", "interval_us", "coalescer", "body",
    ]
    package static let columns =
        ["schema", "run_id", "timestamp", "revision", "host", "suite", "case", "implementation"] + parameterColumns
        + [
            "metric", "unit", "better", "rounds", "samples", "min", "p50", "p90", "p99", "p999", "max", "mean",
            "stddev", "ci_low", "ci_high", "ratio", "status",
        ]

    package var run: RunIdentity
    package var suite: String
    /// `suite/implementation/key=value,key=value`.
    package var caseName: String
    package var implementation: String
    /// Only the parameters that have a column; the others stand in the case's name.
    package var parameters: [String: String]
    package var metric: MetricDefinition?
    package var rounds: Int
    /// In the metric's unit, of the samples of all rounds together.
    package var summary: SampleSummary?
    /// Of p50, 95 %, over rounds.
    package var interval: ConfidenceInterval?
    /// See `RatioSummary`; 1 for the reference implementation itself.
    package var ratio: Double?
    package var status: CaseStatus

    package init(
        run: RunIdentity, suite: String, caseName: String, implementation: String, parameters: [String: String],
        metric: MetricDefinition?, rounds: Int, summary: SampleSummary?, interval: ConfidenceInterval?, ratio: Double?,
        status: CaseStatus
    ) {
        self.run = run
        self.suite = suite
        self.caseName = caseName
        self.implementation = implementation
        self.parameters = parameters.filter { Self.parameterColumns.contains($0.key) && !$0.value.isEmpty }
        self.metric = metric
        self.rounds = rounds
        self.summary = summary
        self.interval = interval
        self.ratio = ratio
        self.status = status
    }

    /// What of the case's name its parameters are.
    package var parameterText: String {
        let prefix = "\(suite)/\(implementation)/"
        return caseName.hasPrefix(prefix) ? String(caseName.dropFirst(prefix.count)) : caseName
    }
}

// MARK: - CSV

extension SummaryRow {
    /// As long as `columns` and in their order.
    package var cells: [String] {
        let identity = [
            "\(Self.schema)", run.id, run.timestamp, run.revision, run.host, suite, caseName, implementation,
        ]
        let figures: [Double?] = [
            summary?.minimum, summary?.p50, summary?.p90, summary?.p99, summary?.p999, summary?.maximum,
            summary?.mean, summary?.standardDeviation, interval?.low, interval?.high, ratio,
        ]
        return identity + Self.parameterColumns.map { parameters[$0] ?? "" }
            + [metric?.name ?? "", metric?.unit ?? "", metric?.better.rawValue ?? "", "\(rounds)"]
            + ["\(summary?.count ?? 0)"] + figures.map(CSVWriter.cell) + [status.description]
    }

    package static func csv(_ rows: [SummaryRow]) -> String {
        CSVWriter.text(header: columns, rows: rows.map(\.cells))
    }

    /// Reads a whole `summary.csv`.
    /// - Parameter file: its name, for errors.
    package static func parse(_ bytes: some Collection<UInt8>, file: String) throws(CSVError) -> [SummaryRow] {
        var rows: [SummaryRow] = []
        for record in try CSVReader.records(bytes, file: file, columns: columns, schema: schema) {
            rows.append(try SummaryRow(record))
        }
        return rows
    }

    init(_ record: CSVRecord) throws(CSVError) {
        guard let status = CaseStatus(text: record["status"]) else {
            throw record.error("'\(record["status"])' in column 'status' is not a status")
        }
        var metric: MetricDefinition?
        if !record["metric"].isEmpty {
            guard let better = BetterDirection(rawValue: record["better"]) else {
                throw record.error("'\(record["better"])' in column 'better' is neither 'lower' nor 'higher'")
            }
            metric = MetricDefinition(record["metric"], unit: record["unit"], better: better)
        }
        var interval: ConfidenceInterval?
        if let low = try record.optionalDouble("ci_low") {
            interval = ConfidenceInterval(low: low, high: try record.double("ci_high"))
        }
        self.init(
            run: RunIdentity(
                id: record["run_id"], timestamp: record["timestamp"], revision: record["revision"],
                host: record["host"]),
            suite: record["suite"], caseName: record["case"], implementation: record["implementation"],
            parameters: Dictionary(uniqueKeysWithValues: Self.parameterColumns.map { ($0, record[$0]) }),
            metric: metric, rounds: try record.int("rounds"), summary: try Self.summary(record), interval: interval,
            ratio: try record.optionalDouble("ratio"), status: status)
    }

    private static func summary(_ record: CSVRecord) throws(CSVError) -> SampleSummary? {
        let count = try record.int("samples")
        guard count > 0 else { return nil }
        return SampleSummary(
            count: count, minimum: try record.double("min"), p50: try record.double("p50"),
            p90: try record.double("p90"), p99: try record.double("p99"), p999: try record.double("p999"),
            maximum: try record.double("max"), mean: try record.double("mean"),
            standardDeviation: try record.optionalDouble("stddev"))
    }
}
