/// One side of a pair while it is measured: its cases with the rounds so far.
struct PairRecorder {
    private(set) var identity: RunIdentity
    private(set) var environment: EnvironmentRecord?
    private(set) var notes: [String] = []
    private var results: [CaseResult]
    private var positions: [String: Int] = [:]
    /// Of the round that is being measured: by case and in the order of the metrics, a figure a turn.
    private var turns: [String: [(metric: MetricDefinition, figures: [TurnFigure])]] = [:]

    /// - Parameters:
    ///   - cases: In the order in which they are listed.
    ///   - reason: Why a case cannot be measured on this side, or `nil`.
    init(_ cases: [ListedCase], identity: RunIdentity, skipping reason: (ListedCase) -> String?) {
        self.identity = identity
        results = cases.map {
            CaseResult(
                BenchmarkCase(name: $0.name), isReference: $0.isReference,
                status: reason($0).map(CaseStatus.skipped) ?? .ok)
        }
        for (index, listed) in cases.enumerated() { positions[listed.name] = index }
    }

    /// Whether nothing has gone wrong with a case so far.
    func isOpen(_ name: String) -> Bool { positions[name].map { results[$0].status == .ok } ?? false }

    /// - Parameter name: `nil` is every case that is still open.
    mutating func fail(_ name: String?, _ status: CaseStatus) {
        for index in results.indices where results[index].status == .ok {
            if name == nil || results[index].benchmarkCase.description == name { results[index].status = status }
        }
    }

    /// Keeps what a process answered: the figures of a turn, and what else it says.
    mutating func add(_ reply: TurnReply) {
        if environment == nil, let told = reply.environment {
            environment = told
            identity.revision = told.revision
        }
        if let note = reply.note, !notes.contains(note) { notes.append(note) }
        for figure in reply.figures where isOpen(figure.caseName) {
            let metrics = turns[figure.caseName] ?? []
            if let index = metrics.firstIndex(where: { $0.metric == figure.metric }) {
                turns[figure.caseName]?[index].figures.append(figure)
            } else {
                turns[figure.caseName] = metrics + [(figure.metric, [figure])]
            }
        }
    }

    /// Makes a round of the turns since the last one.
    mutating func endRound() {
        for (name, metrics) in turns {
            guard let position = positions[name], results[position].status == .ok else { continue }
            results[position].rounds.append(
                metrics.map { entry in
                    MetricRound(
                        entry.metric, .samples(entry.figures.map(\.value)), expectation: Self.expectation(entry.figures)
                    )
                })
        }
        dropRound()
    }

    /// Forgets the turns since the last round, of one case or of all.
    mutating func dropRound(of name: String? = nil) {
        if let name { turns[name] = nil } else { turns = [:] }
    }

    /// The means over the turns; `nil` where one of them has none.
    private static func expectation(_ figures: [TurnFigure]) -> (measured: Double, expected: Double)? {
        let known = figures.compactMap(\.expectation)
        guard known.count == figures.count, !known.isEmpty else { return nil }
        let count = Double(known.count)
        return (known.reduce(0) { $0 + $1.measured } / count, known.reduce(0) { $0 + $1.expected } / count)
    }

    mutating func markPartial() {
        for index in results.indices where results[index].status == .ok { results[index].status = .partial }
    }

    /// Writes the folder and returns what it holds; without an environment nothing was measured, and nothing is written.
    func write(parent: String, environment: EnvironmentRecord?) throws(FileError) -> RecordedRun {
        let run = RecordedRun(
            path: identity.id, environment: environment, rows: SummaryBuilder.rows(results, run: identity),
            results: results)
        if let environment {
            try ResultsFolder(parent: parent, runID: identity.id).write(
                summary: run.rows, samples: SampleRow.rows(results, runID: identity.id), environment: environment,
                linksLatest: false)
        }
        return run
    }
}
