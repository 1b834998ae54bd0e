import Synchronization

/// A synthetic backend: the device's storage and a service, which take the time that a trace sets.
///
/// The same request of the same action takes the same time in each replay. Each request notices the cancellation of its
/// task at once, and has then no effect. What it is asked for it writes down, to be checked.
public final class ScenarioBackend: Sendable {
    private let header: ScenarioHeader
    private let members: [Int: Set<Int>]
    private let latency: RequestLatency
    private let clock: ScenarioClock
    private let records: Mutex<BackendRecords>

    init(_ trace: ScenarioTrace, clock: ScenarioClock) {
        header = trace.header
        members = trace.members
        latency = RequestLatency(trace.header)
        self.clock = clock
        records = Mutex(BackendRecords(trace))
    }

    // MARK: Storage

    /// Reads the action's record.
    ///
    /// - Throws: ``ScenarioError/noSuchRecord(_:)``; `CancellationError`.
    public func load(_ action: ScenarioAction) async throws -> ScenarioContent {
        try await request(.load, action, touching: action.record) { records in
            ScenarioContent(records: 1, version: try records.version(of: action.record))
        }
    }

    /// Writes the action's record, as `content` was read and changed since.
    ///
    /// - Throws: `CancellationError`; then nothing was written.
    public func save(_ content: ScenarioContent, _ action: ScenarioAction) async throws {
        try await request(.save, action, touching: action.record) { records in
            records.save(action.record, by: action.index, readAs: content.version)
        }
    }

    /// Deletes the action's record.
    ///
    /// - Throws: ``ScenarioError/noSuchRecord(_:)``; `CancellationError`; then nothing was deleted.
    public func delete(_ action: ScenarioAction) async throws {
        try await request(.save, action, touching: action.record) { try $0.delete(action.record, by: action.index) }
    }

    /// Reads all records of the action's group.
    ///
    /// - Throws: `CancellationError`.
    public func loadGroup(_ action: ScenarioAction) async throws -> ScenarioContent {
        try await request(.load, action) { _ in }
        return group(action)
    }

    /// Writes all records of the action's group.
    ///
    /// - Throws: `CancellationError`; then nothing was written.
    public func saveGroup(_ content: ScenarioContent, _ action: ScenarioAction) async throws {
        let members = members[action.group] ?? []
        try await request(.save, action) { records in
            for record in members { records.merge(record, by: action.index) }
        }
    }

    /// Writes a record that a sync fetched.
    ///
    /// - Throws: `CancellationError`; then nothing was written.
    public func save(record: Int, _ content: ScenarioContent, _ action: ScenarioAction) async throws {
        try await request(.save, action, ordinal: record) { $0.sync(record, by: action.index) }
    }

    // MARK: Service

    /// Asks for all records of the action's group.
    ///
    /// - Parameters:
    ///   - action: A pull.
    ///   - onStep: Called with 1 ... `action.steps`, one after the other, as far as the answer has come.
    /// - Returns: The group's records.
    /// - Throws: `CancellationError`.
    public func fetchGroup(
        _ action: ScenarioAction, onStep: @Sendable (Int) -> Void
    ) async throws -> ScenarioContent {
        try await request(.fetch, action, steps: max(1, action.steps)) { step in
            records.withLock { $0.report(step, of: action.index, at: clock.nanoseconds()) }
            onStep(step)
        } commit: { _ in
        }
        return group(action)
    }

    /// Asks for what fits the action's text.
    ///
    /// - Throws: `CancellationError`.
    public func search(_ action: ScenarioAction) async throws -> ScenarioContent {
        try await request(.fetch, action) { _ in }
        return ScenarioContent(records: 1, version: 0)
    }

    /// Asks for a record, to open it or to sync it.
    ///
    /// - Throws: `CancellationError`.
    public func fetch(record: Int, _ action: ScenarioAction) async throws -> ScenarioContent {
        try await request(.fetch, action, ordinal: record) { _ in }
        return ScenarioContent(records: 1, version: 0)
    }

    /// Keeps a core busy with making sense of what the service sent, where it is called.
    public func decode(_ content: ScenarioContent) {
        let nanoseconds = UInt64(header.backend.decodeMicroseconds * content.records) * 1_000
        if nanoseconds > 0 { BusyLoop.spin(nanoseconds: nanoseconds) }
    }

    /// What was asked for so far.
    var account: BackendRecords { records.withLock { $0 } }

    // MARK: Requests

    private func group(_ action: ScenarioAction) -> ScenarioContent {
        ScenarioContent(records: max(1, header.records / header.groups), version: 0)
    }

    /// - Parameters:
    ///   - record: What a delete of that record ends.
    ///   - ordinal: Tells apart the requests of one kind that an action makes.
    ///   - commit: What the request does, under the lock, once its time has passed.
    private func request<Output>(
        _ kind: RequestKind, _ action: ScenarioAction, touching record: Int? = nil, ordinal: Int = 0, steps: Int = 1,
        onStep: (Int) -> Void = { _ in }, commit: (inout BackendRecords) throws -> Output
    ) async throws -> Output {
        records.withLock { $0.begin(action, touching: record) }
        do {
            let total = latency.nanoseconds(kind, action.index, ordinal)
            for step in 1...steps {
                // Not each part rounded by itself.
                let part = total * UInt64(step) / UInt64(steps) - total * UInt64(step - 1) / UInt64(steps)
                try await clock.sleep(nanoseconds: part)
                onStep(step)
            }
            try Task.checkCancellation()
        } catch {
            records.withLock { $0.end(action, touching: record) }
            throw error
        }
        return try records.withLock { records in
            defer { records.end(action, touching: record) }
            return try commit(&records)
        }
    }
}

/// What is asked of a backend.
enum RequestKind: UInt64, Sendable {
    case load, save, fetch
}

/// How long each request takes: what its kind takes, more or less the jitter, by the trace's seed.
struct RequestLatency: Sendable {
    private let header: ScenarioHeader

    init(_ header: ScenarioHeader) { self.header = header }

    /// - Parameters:
    ///   - kind: Of the request.
    ///   - action: The index of the action that it is for.
    ///   - ordinal: Tells apart the requests of one kind that an action makes.
    func nanoseconds(_ kind: RequestKind, _ action: Int, _ ordinal: Int = 0) -> UInt64 {
        let microseconds =
            switch kind {
            case .load: header.backend.loadMicroseconds
            case .save: header.backend.saveMicroseconds
            case .fetch: header.backend.fetchMicroseconds
            }
        var hash = SeededGenerator.mix(header.seed ^ kind.rawValue)
        hash = SeededGenerator.mix(hash ^ UInt64(action))
        hash = SeededGenerator.mix(hash ^ UInt64(ordinal))
        let share = Double(hash >> 11) * 0x1p-53 * 2 - 1
        let factor = 1 + share * Double(header.backend.jitterPercent) / 100
        return UInt64(Double(microseconds) * 1_000 * factor)
    }
}
