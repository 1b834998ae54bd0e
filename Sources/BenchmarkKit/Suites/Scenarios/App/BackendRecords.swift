/// The records of a synthetic backend, and the account of what was done with them.
struct BackendRecords: Sendable {
    private struct Record {
        var version = 0
        /// The action that wrote last.
        var writer = -1
        /// The action that deleted it.
        var deletion: Int?
        /// Requests in flight, by action.
        var inFlight: [Int: Int] = [:]
    }

    /// One sync.
    struct Sync: Sendable {
        var inFlight = 0
        var mostInFlight = 0
        /// How many times each record was saved.
        var saves: [Int: Int] = [:]
    }

    private var records: [Int: Record] = [:]
    /// By action.
    private(set) var syncs: [Int: Sync] = [:]
    /// When each step of a pull was reported, by action.
    private(set) var steps: [Int: [UInt64]] = [:]
    private(set) var requests = 0
    private(set) var inFlight = 0
    /// Writes out of order, or upon something else than was read.
    private(set) var writeConflicts = 0
    /// Requests for a deleted record that were asked for before its deletion.
    private(set) var leftBehind = 0

    init(_ trace: ScenarioTrace) {
        for action in trace.actions where action.kind == .sync { syncs[action.index] = Sync() }
    }

    // MARK: Requests

    mutating func begin(_ action: ScenarioAction, touching record: Int?) {
        requests += 1
        inFlight += 1
        if let record {
            records[record, default: Record()].inFlight[action.index, default: 0] += 1
            if let deletion = records[record]?.deletion, action.index < deletion { leftBehind += 1 }
        }
        if var sync = syncs[action.index] {
            sync.inFlight += 1
            sync.mostInFlight = max(sync.mostInFlight, sync.inFlight)
            syncs[action.index] = sync
        }
    }

    mutating func end(_ action: ScenarioAction, touching record: Int?) {
        inFlight -= 1
        if let record, let count = records[record]?.inFlight[action.index] {
            records[record]?.inFlight[action.index] = count > 1 ? count - 1 : nil
        }
        syncs[action.index]?.inFlight -= 1
    }

    mutating func report(_ step: Int, of action: Int, at time: UInt64) { steps[action, default: []].append(time) }

    // MARK: What they do

    func version(of record: Int) throws -> Int {
        if records[record]?.deletion != nil { throw ScenarioError.noSuchRecord(record) }
        return records[record]?.version ?? 0
    }

    mutating func save(_ record: Int, by action: Int, readAs version: Int) {
        let known = records[record, default: Record()]
        // A record that is gone is another matter: what is saved all the same was left behind.
        if known.deletion == nil, known.writer > action || known.version != version { writeConflicts += 1 }
        write(record, by: action)
    }

    /// What the service says replaces what is there, whatever that is.
    mutating func merge(_ record: Int, by action: Int) {
        let known = records[record, default: Record()]
        guard known.deletion == nil else { return }
        if known.writer > action { writeConflicts += 1 }
        write(record, by: action)
    }

    private mutating func write(_ record: Int, by action: Int) {
        var written = records[record, default: Record()]
        written.version += 1
        written.writer = max(written.writer, action)
        records[record] = written
    }

    mutating func delete(_ record: Int, by action: Int) throws {
        let known = records[record, default: Record()]
        if known.deletion != nil { throw ScenarioError.noSuchRecord(record) }
        leftBehind += known.inFlight.filter { $0.key < action }.values.reduce(0, +)
        records[record, default: Record()].deletion = action
    }

    mutating func sync(_ record: Int, by action: Int) { syncs[action]?.saves[record, default: 0] += 1 }
}
