import Foundation

/// A metric of a case in a round.
struct SamplePlace: Hashable {
    let caseName, metric: String
    let round: Int
}

/// Puts the rows of `samples.csv` together again.
struct SamplesReader {
    private struct Figures {
        var samples: [UInt64: Double] = [:]
        var buckets: [(lowerBound: UInt64, count: UInt64)] = []
        var parts: [String: Double] = [:]
        let firstLine: Int
    }
    /// Of the metric's name, in the rows that are not samples.
    private static let suffixes: Set<String> = ["bucket", "min", "max", "sum", "reference", "measured", "expected"]
    private static let mostRounds = 100_000

    private let rows: [(row: SummaryRow, record: CSVRecord)]
    private var metrics: [String: [String: MetricDefinition]] = [:]
    private var figures: [SamplePlace: Figures] = [:]

    init(_ rows: [(SummaryRow, CSVRecord)]) throws(CSVError) {
        self.rows = rows
        for (row, record) in rows {
            guard row.run.id == rows[0].0.run.id else {
                throw record.error("run '\(row.run.id)' in a file of the run '\(rows[0].0.run.id)'")
            }
            let name = row.metric?.name ?? ""
            guard BenchmarkCase(name: row.caseName).description == row.caseName else {
                throw record.error("'\(row.caseName)' is not suite/implementation/key=value,…")
            }
            guard metrics[row.caseName]?[name] == nil else {
                throw record.error("a second row of \(name.isEmpty ? "" : "\(name) of ")\(row.caseName)")
            }
            metrics[row.caseName, default: [:]][name] = row.metric ?? MetricDefinition("", unit: "")
        }
    }

    mutating func read(_ bytes: Data, file: String) throws(CSVError) {
        for record in try CSVReader.records(bytes, file: file, columns: SampleRow.columns) {
            try add(try SampleRow(record), record)
        }
    }

    private mutating func add(_ row: SampleRow, _ record: CSVRecord) throws(CSVError) {
        guard row.runID == rows[0].row.run.id else {
            throw record.error("run '\(row.runID)' where summary.csv is of the run '\(rows[0].row.run.id)'")
        }
        guard let metrics = metrics[row.caseName] else {
            throw record.error("case '\(row.caseName)' is not in summary.csv")
        }
        let (name, suffix) = Self.split(row.metric, known: metrics)
        guard metrics[name] != nil, !name.isEmpty else {
            throw record.error("metric '\(row.metric)' of \(row.caseName) is not in summary.csv")
        }
        guard (0..<Self.mostRounds).contains(row.round) else { throw record.error("there is no round \(row.round)") }
        guard row.value >= 0 else {
            throw record.error("\(row.metric) is \(CSVWriter.cell(row.value)); no figure is below 0")
        }
        let place = SamplePlace(caseName: row.caseName, metric: name, round: row.round)
        func isNew(_ isNew: Bool) throws(CSVError) {
            guard isNew else {
                throw record.error("a second row of \(row.metric), round \(row.round), sample \(row.sample)")
            }
        }
        if suffix == "bucket" {
            guard let count = UInt64(exactly: row.value), count > 0 else {
                throw record.error("'\(CSVWriter.cell(row.value))' is not a number of entries")
            }
            try isNew(figures[place]?.buckets.last.map { $0.lowerBound < row.sample } ?? true)
            figures[place, default: Figures(firstLine: record.line)].buckets.append((row.sample, count))
        } else if suffix.isEmpty {
            let old = figures[place, default: Figures(firstLine: record.line)]
                .samples.updateValue(row.value, forKey: row.sample)
            try isNew(old == nil)
        } else {
            let old = figures[place, default: Figures(firstLine: record.line)]
                .parts.updateValue(row.value, forKey: suffix)
            try isNew(old == nil)
        }
    }

    private static func split(_ name: String, known: [String: MetricDefinition]) -> (name: String, suffix: String) {
        guard known[name] == nil, let dot = name.lastIndex(of: ".") else { return (name, "") }
        let suffix = String(name[name.index(after: dot)...])
        return suffixes.contains(suffix) ? (String(name[..<dot]), suffix) : (name, "")
    }

    func finish(file: String) throws(CSVError) -> ([CaseResult], [SamplePlace: String]) {
        var rounds: [String: [Int: [MetricRound]]] = [:]
        var order: [String] = []
        var statuses: [String: CaseStatus] = [:]
        var (references, others): (Set<String>, Set<String>) = ([], [])
        let roundsOf = Dictionary(grouping: figures.keys) { "\($0.caseName)\n\($0.metric)" }
        for (row, record) in rows {
            if statuses[row.caseName] == nil { order.append(row.caseName) }
            // Noise is each metric's own; a case is what went wrong with it.
            let isWorse = statuses[row.caseName] == nil || row.status != .ok && row.status != .noisy
            if isWorse { statuses[row.caseName] = row.status == .noisy ? .ok : row.status }
            guard let metric = row.metric else { continue }
            var count = 0
            for place in (roundsOf["\(row.caseName)\n\(metric.name)"] ?? []).sorted(by: { $0.round < $1.round }) {
                let entry = try Self.round(metric, figures[place]!, file: file)
                count += entry.count
                // The ratios' reference is its own: nobody else has all the same figures.
                if let reference = figures[place]?.parts["reference"] {
                    if reference == entry.round.p50 {
                        references.insert(row.caseName)
                    } else {
                        others.insert(row.caseName)
                    }
                }
                rounds[row.caseName, default: [:]][place.round, default: []].append(entry.round)
            }
            guard count == row.summary?.count ?? 0 else {
                throw record.error(
                    "\(row.summary?.count ?? 0) samples of \(metric.name) of \(row.caseName), of which samples.csv has \(count)"
                )
            }
        }
        let results = order.map { name in
            let known = rounds[name] ?? [:]
            let most = known.keys.max().map { $0 + 1 } ?? 0
            return CaseResult(
                BenchmarkCase(name: name), isReference: references.contains(name) && !others.contains(name),
                rounds: (0..<most).map { known[$0] ?? [] },
                status: statuses[name] ?? .ok)
        }
        return (results, figures.mapValues { "\(file):\($0.firstLine)" })
    }

    private static func round(
        _ metric: MetricDefinition, _ figures: Figures, file: String
    ) throws(CSVError) -> (round: MetricRound, count: Int) {
        let expectation = figures.parts["measured"].flatMap { measured in
            figures.parts["expected"].map { (measured: measured, expected: $0) }
        }
        guard !figures.buckets.isEmpty else {
            guard !figures.samples.isEmpty else {
                throw CSVError(file: file, line: figures.firstLine, problem: "\(metric.name) without any sample")
            }
            let samples = figures.samples.sorted { $0.key < $1.key }.map(\.value)
            return (MetricRound(metric, .samples(samples), expectation: expectation), samples.count)
        }
        guard figures.samples.isEmpty, let sum = figures.parts["sum"],
            let least = figures.parts["min"].flatMap(UInt64.init(exactly:)),
            let most = figures.parts["max"].flatMap(UInt64.init(exactly:)),
            let histogram = LatencyHistogram(buckets: figures.buckets, min: least, max: most, sum: sum)
        else {
            throw CSVError(
                file: file, line: figures.firstLine,
                problem: "the buckets, min, max and sum of \(metric.name) do not make a histogram")
        }
        return (MetricRound(metric, .histogram(histogram), expectation: expectation), Int(histogram.count))
    }
}
