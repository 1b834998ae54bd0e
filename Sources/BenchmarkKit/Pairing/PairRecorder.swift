/// One side of a pair while it is measured: its cases with the rounds so far.
struct PairRecorder {
    let identity: RunIdentity
    private(set) var environment: EnvironmentRecord?
    private var results: [CaseResult]
    private var positions: [String: Int] = [:]

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

    mutating func add(_ measured: MeasuredRound, round: Int) {
        environment = environment ?? measured.environment
        for result in measured.results {
            guard let position = positions[result.benchmarkCase.description] else { continue }
            if result.status != .ok, result.status != .noisy { results[position].status = result.status }
            guard let first = result.rounds.first(where: { !$0.isEmpty }) else { continue }
            while results[position].rounds.count < round { results[position].rounds.append([]) }
            results[position].rounds.append(first)
        }
    }

    /// Leaves out what a round left half measured.
    mutating func keep(rounds: Int) {
        for index in results.indices where results[index].rounds.count > rounds {
            results[index].rounds.removeLast(results[index].rounds.count - rounds)
        }
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
