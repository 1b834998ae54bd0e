/// One row of `samples.csv`: a raw sample, or a figure that a reader needs to recompute a cell of `summary.csv`.
///
/// For a metric `m` with raw samples there is a row `m` for each, numbered by `sample` within its round. For a metric
/// with a histogram, which is always in nanoseconds, each round has
/// - `m.bucket` rows, one for each bucket that is not empty: `sample` is the bucket's lower bound in ns and `value`, in
///   the unit `count`, how many entries it holds. A bucket at `lower` spans 1 ns where `lower < 128`, else
///   `2^(⌊log₂ lower⌋ − 6)` ns.
/// - one row each of `m.min`, `m.max` and `m.sum`: exact, over the entries of the round.
///
/// Both kinds may have, one a round with `sample` 0,
/// - `m.reference`: the reference implementation's p50 of this round. `ratio` is what `RatioSummary` makes of the
///   rounds' own p50s over this.
/// - `m.measured` and `m.expected` instead, where a metric is compared with theory: `ratio` is what `RatioSummary` makes
///   of `measured` over `expected`. A round of which theory expects no finite figure has neither.
///
/// To recompute a row of `summary.csv` take the values of all its rounds together, of a histogram each bucket's midpoint
/// `lower + (width − 1) / 2`, not below the least `m.min` nor above the greatest `m.max`, repeated `value` times. Then
/// `p50`…`p999` are percentiles with linear interpolation (NumPy's default) and `stddev` has n − 1. `min`, `max` and
/// `mean` of a histogram are those of `m.min`, `m.max` and the sum of `m.sum` over the count. `ci_low` and `ci_high`
/// follow `Bootstrap`: medians of the values of rounds that are drawn with replacement.
package struct SampleRow: Sendable, Hashable {
    package static let columns = ["run_id", "case", "metric", "unit", "round", "sample", "value"]

    package var runID: String
    package var caseName: String
    package var metric: String
    package var unit: String
    /// 0-based.
    package var round: Int
    package var sample: UInt64
    package var value: Double

    package init(
        runID: String, caseName: String, metric: String, unit: String, round: Int, sample: UInt64, value: Double
    ) {
        self.runID = runID
        self.caseName = caseName
        self.metric = metric
        self.unit = unit
        self.round = round
        self.sample = sample
        self.value = value
    }

    /// All rows of a run, in the order of its cases, rounds and metrics.
    package static func rows(_ results: [CaseResult], runID: String) -> [SampleRow] {
        let references = ReferenceMedians(results)
        var rows: [SampleRow] = []
        for result in results {
            for (number, round) in result.rounds.enumerated() {
                for entry in round {
                    let medians = references[result.benchmarkCase, entry.metric]
                    append(
                        entry, reference: number < medians.count ? medians[number] : nil, to: &rows
                    ) { suffix, unit, sample, value in
                        SampleRow(
                            runID: runID, caseName: result.benchmarkCase.description,
                            metric: entry.metric.name + suffix, unit: unit, round: number, sample: sample, value: value)
                    }
                }
            }
        }
        return rows
    }

    private static func append(
        _ entry: MetricRound, reference: Double?, to rows: inout [SampleRow],
        row: (_ suffix: String, _ unit: String, _ sample: UInt64, _ value: Double) -> SampleRow
    ) {
        let unit = entry.metric.unit
        switch entry.values {
        case .samples(let samples):
            for (index, value) in samples.enumerated() { rows.append(row("", unit, UInt64(index), value)) }
        case .histogram(let histogram):
            for bucket in histogram.buckets {
                rows.append(row(".bucket", "count", bucket.lowerBound, Double(bucket.count)))
            }
            rows.append(row(".min", unit, 0, Double(histogram.min)))
            rows.append(row(".max", unit, 0, Double(histogram.max)))
            rows.append(row(".sum", unit, 0, histogram.sum))
        }
        if let expectation = entry.expectation {
            // From saturation on theory expects no end of waiting, and there is no figure to write.
            guard expectation.measured.isFinite, expectation.expected.isFinite else { return }
            rows.append(row(".measured", unit, 0, expectation.measured))
            rows.append(row(".expected", unit, 0, expectation.expected))
        } else if let reference {
            rows.append(row(".reference", unit, 0, reference))
        }
    }

    // MARK: CSV

    package var cells: [String] {
        [runID, caseName, metric, unit, "\(round)", "\(sample)", CSVWriter.cell(value)]
    }

    package static func csv(_ rows: [SampleRow]) -> String {
        CSVWriter.text(header: columns, rows: rows.map(\.cells))
    }

    /// Reads a whole `samples.csv`.
    package static func parse(_ bytes: some Collection<UInt8>, file: String) throws(CSVError) -> [SampleRow] {
        var rows: [SampleRow] = []
        for record in try CSVReader.records(bytes, file: file, columns: columns) { rows.append(try SampleRow(record)) }
        return rows
    }

    init(_ record: CSVRecord) throws(CSVError) {
        guard let sample = UInt64(record["sample"]) else {
            throw record.error("'\(record["sample"])' in column 'sample' is not a whole number")
        }
        self.init(
            runID: record["run_id"], caseName: record["case"], metric: record["metric"], unit: record["unit"],
            round: try record.int("round"), sample: sample, value: try record.double("value"))
    }
}
