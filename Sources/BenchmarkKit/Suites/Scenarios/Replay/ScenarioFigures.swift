/// Checks a recording, and makes figures of it.
struct ScenarioFigures {
    let recording: ScenarioRecording
    let promises: ScenarioPromises
    private var trace: ScenarioTrace { recording.trace }
    private var actions: [ScenarioAction] { recording.trace.actions }

    init(_ recording: ScenarioRecording, _ promises: ScenarioPromises) {
        (self.recording, self.promises) = (recording, promises)
    }

    /// - Throws: `ContractViolation`, the first line broken.
    func metrics() throws -> [MetricRound] {
        try checkNothingIsLost()
        try checkPromises()
        switch trace.header.scenario {
        case .notebook: return notebook + common
        case .search: return histogram(ScenarioMetric.timeToShown, lastingTimes) + [stale] + common
        case .sync:
            return [syncTime].compactMap { $0 } + histogram(ScenarioMetric.timeToShown, lastingTimes)
                + [stale, count(ScenarioMetric.mostInFlight, mostInFlight)] + common
        }
    }

    // MARK: Checks

    /// Each action is shown once; or gives way to another; or finds its record gone.
    private func checkNothingIsLost() throws {
        var successors: [Int: Int] = [:]
        let deletions = deletions
        for action in actions.reversed() {
            defer { if action.kind.isReplaceable { successors[action.user] = action.index } }
            let name = "#\(action.index) (\(action.kind))"
            guard let ending = recording.endings[action.index] else {
                throw ContractViolation("lost: \(name) never ended")
            }
            switch recording.shown[action.index].count {
            case 0: break
            case 1: continue
            case let count: throw ContractViolation("twice: \(name) was shown \(count) times")
            }
            let touchesRecord = action.kind == .rename || action.kind == .delete
            let others = touchesRecord ? (deletions[action.record] ?? []).filter { $0 != action.index } : []
            switch ending.outcome {
            case .finished: throw ContractViolation("lost: \(name) ended, and its result was not shown")
            case .failed(let why): throw ContractViolation("lost: \(name) failed: \(why)")
            case .cancelled:
                let isWanted = action.kind.isReplaceable && successors[action.user] != nil
                guard isWanted || others.contains(where: { $0 > action.index }) else {
                    throw ContractViolation("lost: \(name) was cancelled, and nothing took its place")
                }
            case .noSuchRecord:
                let keepsOrder = promises.contains(.keepsWriteOrder)
                guard others.contains(where: { !keepsOrder || $0 < action.index }) else {
                    throw ContractViolation("lost: \(name) found no record \(action.record), which was not deleted")
                }
            }
        }
    }

    /// By record, the actions that delete it.
    private var deletions: [Int: [Int]] {
        Dictionary(grouping: actions.filter { $0.kind == .delete }, by: \.record).mapValues { $0.map(\.index) }
    }

    private func checkPromises() throws {
        let account = recording.account
        if promises.contains(.keepsWriteOrder), account.writeConflicts > 0 {
            throw ContractViolation(
                "order: \(account.writeConflicts) writes of a record were out of order, or upon an older one")
        }
        if promises.contains(.deletesCleanly), account.leftBehind + account.inFlight > 0 {
            throw ContractViolation(
                "delete: \(account.leftBehind + account.inFlight) requests went on behind a delete, or the end")
        }
        if promises.contains(.ordersProgress) {
            if lateSteps > 0 {
                throw ContractViolation("progress: \(lateSteps) steps were shown out of order, or behind the result")
            }
            for action in actions where action.kind == .pull && recording.shown[action.index].count > 0 {
                guard recording.shown[action.index].steps.last?.step == action.steps else {
                    throw ContractViolation("progress: #\(action.index) was shown without its last step")
                }
            }
        }
        if promises.contains(.neverStale), recording.staleResults > 0 {
            throw ContractViolation(
                "stale: \(recording.staleResults) results were shown though their users had asked for others")
        }
        if promises.contains(.boundsFanOut), mostInFlight > trace.header.limit {
            throw ContractViolation(
                "limit: \(mostInFlight) requests of a sync were in flight, and \(trace.header.limit) were allowed")
        }
        for action in actions where action.kind == .sync {
            let saves = account.syncs[action.index]?.saves ?? [:]
            let once = (0..<trace.header.records).count { saves[$0] == 1 }
            if once != trace.header.records {
                throw ContractViolation(
                    "lost: sync #\(action.index) saved \(once) of \(trace.header.records) records exactly once")
            }
        }
    }

    // MARK: Figures

    private var notebook: [MetricRound] {
        histogram(ScenarioMetric.timeToSaved, times(.rename, .delete))
            + histogram(ScenarioMetric.timeToShown, times(.export))
            + histogram(ScenarioMetric.timeToPulled, times(.pull))
            + histogram(ScenarioMetric.progressLag, progressLags)
            + [
                count(ScenarioMetric.writeConflicts, recording.account.writeConflicts),
                count(ScenarioMetric.lateProgress, lateSteps),
                count(ScenarioMetric.leftBehind, recording.account.leftBehind),
            ]
    }

    private var common: [MetricRound] {
        [
            count(ScenarioMetric.requests, recording.account.requests),
            count(ScenarioMetric.stalls, recording.stalls.count),
            MetricRound(ScenarioMetric.longestStall, .samples([Double(recording.stalls.longest)])),
        ]
    }

    private var stale: MetricRound { count(ScenarioMetric.staleResults, recording.staleResults) }
    private var lateSteps: Int { recording.shown.reduce(0) { $0 + $1.lateSteps } }
    private var mostInFlight: Int { recording.account.syncs.values.map(\.mostInFlight).max() ?? 0 }

    private func times(_ kinds: ScenarioAction.Kind...) -> [UInt64] {
        actions.filter { kinds.contains($0.kind) }.compactMap(recording.timeToShown)
    }

    /// Of replaceable actions that were last for so long that the answer should have come. Where it had not come when the
    /// next one took its place, the time until then.
    private var lastingTimes: [UInt64] {
        let backend = trace.header.backend
        let fetch = backend.fetchMicroseconds * (100 + backend.jitterPercent) / 100
        let enough = UInt64(trace.header.debounceMicroseconds + fetch + backend.decodeMicroseconds)
        var successors: [Int: UInt64] = [:]
        var times: [UInt64] = []
        for action in actions.reversed() where action.kind.isReplaceable {
            let next = successors[action.user]
            successors[action.user] = action.microseconds
            if let next, next - action.microseconds < enough { continue }
            if let time = recording.timeToShown(action) {
                times.append(time)
            } else if let ending = recording.endings[action.index] {
                times.append(ending.time - min(ending.time, recording.due(action)))
            }
        }
        return times
    }

    private var progressLags: [UInt64] {
        actions.filter { $0.kind == .pull }.flatMap { action -> [UInt64] in
            let reported = recording.account.steps[action.index] ?? []
            return recording.shown[action.index].steps.compactMap { step, time in
                step <= reported.count ? time - min(time, reported[step - 1]) : nil
            }
        }
    }

    /// Each sync from when it was to begin, and the best that could be with its limit and these latencies.
    private var syncTime: MetricRound? {
        let header = trace.header
        let latency = RequestLatency(header)
        var measured: [Double] = []
        var expected = 0.0
        for action in actions where action.kind == .sync {
            guard let time = recording.timeToShown(action) else { continue }
            measured.append(Double(time))
            let durations = (0..<header.records).map { record in
                Double(
                    latency.nanoseconds(.fetch, action.index, record) + latency.nanoseconds(.save, action.index, record)
                        + UInt64(header.backend.decodeMicroseconds) * 1_000)
            }
            expected += ListScheduling.makespan(
                durations: durations, predecessors: durations.map { _ in [] }, workers: header.limit)
        }
        guard !measured.isEmpty else { return nil }
        return MetricRound(
            ScenarioMetric.syncTime, .samples(measured), expectation: (measured.reduce(0, +), expected))
    }

    private func count(_ metric: MetricDefinition, _ count: Int) -> MetricRound {
        MetricRound(metric, .samples([Double(count)]))
    }

    /// None without values.
    private func histogram(_ metric: MetricDefinition, _ values: [UInt64]) -> [MetricRound] {
        guard !values.isEmpty else { return [] }
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        return [MetricRound(metric, .histogram(histogram))]
    }
}

/// What the suite measures.
enum ScenarioMetric {
    /// Nanoseconds that no user sees: a tenth of a millisecond.
    private static let imperceptible = 100_000.0
    static let timeToSaved = MetricDefinition("time_to_saved", unit: "ns", resolution: imperceptible)
    static let timeToShown = MetricDefinition("time_to_shown", unit: "ns", resolution: imperceptible)
    static let timeToPulled = MetricDefinition("time_to_pulled", unit: "ns", resolution: imperceptible)
    static let syncTime = MetricDefinition("sync_time", unit: "ns", resolution: imperceptible)
    static let progressLag = MetricDefinition("progress_lag", unit: "ns", resolution: imperceptible)
    // Races, and the one longest of a round: they differ from round to round by their nature.
    static let staleResults = MetricDefinition("stale_results", unit: "count", resolution: .infinity)
    static let writeConflicts = MetricDefinition("write_conflicts", unit: "count", resolution: .infinity)
    static let lateProgress = MetricDefinition("late_progress", unit: "count", resolution: .infinity)
    static let leftBehind = MetricDefinition("left_behind", unit: "count")
    static let mostInFlight = MetricDefinition("most_in_flight", unit: "count")
    static let requests = MetricDefinition("requests", unit: "count")
    static let stalls = MetricDefinition("main_stalls", unit: "count", resolution: .infinity)
    static let longestStall = MetricDefinition("longest_stall", unit: "ns", resolution: .infinity)
}
