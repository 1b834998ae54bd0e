import Foundation

/// Traces made up from a seed. People are about ten times faster than in life, so that a trace is short.
struct TraceGenerator: Sendable {
    var scenario: ScenarioKind
    var seed: UInt64
    var users: Int
    var records: Int
    /// Of the service; the device's storage takes a part of it.
    var latencyMicroseconds: Int
    /// When the last user stops. A trace has at least a few actions, and may last a little longer for them.
    var seconds: Double

    /// The largest seed that a trace can name.
    static let largestSeed = UInt64(Int.max)
    static let debounceMicroseconds = 30_000
    static let limit = 6

    /// The same for the same parameters, on every machine.
    func trace() -> ScenarioTrace {
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed))
        let actions: [ScenarioAction] =
            switch scenario {
            case .notebook: notebook(&generator)
            case .search: search(&generator)
            case .sync: sync(&generator)
            }
        return ScenarioTrace(header: header, actions: actions)
    }

    private var header: ScenarioHeader {
        var header = ScenarioHeader(scenario: scenario, seed: seed, users: users, records: records)
        switch scenario {
        case .notebook: header.groups = groups
        case .search: header.debounceMicroseconds = Self.debounceMicroseconds
        case .sync: header.limit = Self.limit
        }
        header.backend = BackendLatencies(
            loadMicroseconds: latencyMicroseconds / 4, saveMicroseconds: latencyMicroseconds / 2,
            fetchMicroseconds: latencyMicroseconds, decodeMicroseconds: Self.decodeMicroseconds(scenario),
            jitterPercent: 50)
        return header
    }

    /// A pull of a notebook decodes several notes, which on the main actor is a stall; a search decodes a page of results,
    /// a sync one record at a time.
    private static func decodeMicroseconds(_ scenario: ScenarioKind) -> Int { scenario == .notebook ? 1_200 : 500 }

    private var duration: Double { seconds * 1e6 }

    // MARK: Notebook

    private static let recordsPerGroup = 8
    private static let pullSteps = 5

    /// Microseconds between two actions of a user, on average: longer where the app lets them wait.
    private var thinking: Double { 10_000 + 4 * Double(latencyMicroseconds) }

    private var groups: Int { max(1, records / Self.recordsPerGroup) }

    /// Users keep to one notebook for the most part. Some renames and half of the deletes follow at once upon a rename of
    /// the same note. A note that was deleted is not heard of again.
    private func notebook(_ generator: inout SeededGenerator) -> [ScenarioAction] {
        var actions = ActionList()
        var notes = LiveNotes(groups: groups, records: records)
        func note(_ group: Int, _ generator: inout SeededGenerator) -> (group: Int, record: Int) {
            (group, notes.live[group].randomElement(using: &generator)!)
        }
        // Each kind of figure has something to measure, however short the trace.
        let opening = [0.0, 0.65, 0.85]
        for (index, arrival) in arrivals(mean: thinking, &generator).enumerated() {
            let group =
                generator.uniform() < 0.7 ? arrival.user % groups : Int.random(in: 0..<groups, using: &generator)
            switch index < opening.count ? opening[index] : generator.uniform() {
            case ..<0.6:
                let note = note(group, &generator)
                if generator.uniform() < 0.3 {
                    actions.add(Self.before(arrival), .rename, group: note.group, record: note.record)
                }
                actions.add(arrival, .rename, group: note.group, record: note.record)
            case ..<0.8: actions.add(arrival, .export, group: group)
            case ..<0.9: actions.add(arrival, .pull, group: group, steps: Self.pullSteps)
            default:
                let note = note(group, &generator)
                let isLast = notes.live[group].count < 2
                if !isLast, generator.uniform() < 0.5 {
                    actions.add(Self.before(arrival), .rename, group: note.group, record: note.record)
                }
                actions.add(arrival, isLast ? .rename : .delete, group: note.group, record: note.record)
                if !isLast { notes.live[group].removeAll { $0 == note.record } }
            }
        }
        return actions.all
    }

    /// The same user, so shortly before that the app is still busy with it.
    private static func before(_ arrival: Arrival) -> Arrival { (arrival.microseconds - 500, arrival.user) }

    // MARK: Search

    /// Within which all begin to type.
    private static let settling = 25_000.0
    /// What a word takes to type.
    private static let typing = 100_000.0
    private static let words = ["notebook", "concurrency", "recipe", "cancellation", "photo", "garden", "schedule"]

    /// Each user types a word, waits for what it finds, and types the next.
    private func search(_ generator: inout SeededGenerator) -> [ScenarioAction] {
        var actions = ActionList()
        for user in 0..<users {
            var time = 1_000 + generator.uniform() * Self.settling
            repeat {
                let word = Self.words.randomElement(using: &generator)!
                for end in word.indices {
                    actions.add((UInt64(time), user), .type, text: String(word[...end]))
                    time += 4_000 + generator.uniform() * 12_000
                }
                time += Double(Self.debounceMicroseconds + 3 * latencyMicroseconds)
                time += exponential(mean: thinking, &generator)
            } while time < duration - Self.typing
        }
        return actions.all
    }

    // MARK: Sync

    /// One user pulls over and over, with pauses in between, and the others look at records, most of them at a few.
    private func sync(_ generator: inout SeededGenerator) -> [ScenarioAction] {
        var actions = ActionList()
        let perRecord = Double(latencyMicroseconds) * 1.5 + Double(Self.decodeMicroseconds(.sync))
        let pause = 3 * perRecord * Double(records) / Double(Self.limit)
        var time = 1_000.0
        repeat {
            actions.add((UInt64(time), 0), .sync)
            time += pause
        } while time < duration
        let popularity = Popularity(records)
        for arrival in arrivals(mean: thinking, &generator) {
            actions.add(arrival, .open, record: popularity.record(&generator))
        }
        return actions.all
    }

    // MARK: Arrivals

    private typealias Arrival = (microseconds: UInt64, user: Int)

    /// Poisson arrivals of each user, all by time; at least four.
    private func arrivals(mean: Double, _ generator: inout SeededGenerator) -> [Arrival] {
        var arrivals: [Arrival] = []
        for user in 0..<users {
            var time = 1_000 + exponential(mean: mean, &generator)
            while time < duration {
                arrivals.append((UInt64(time), user))
                time += exponential(mean: mean, &generator)
            }
        }
        var time = duration
        while arrivals.count < 4 {
            time += 1_000
            arrivals.append((UInt64(time), arrivals.count % users))
        }
        return arrivals.sorted { $0 < $1 }
    }

    private func exponential(mean: Double, _ generator: inout SeededGenerator) -> Double {
        -mean * log(1 - generator.uniform())
    }
}

/// Actions while they are gathered, in any order of times.
private struct ActionList {
    private var actions: [ScenarioAction] = []

    mutating func add(
        _ arrival: (microseconds: UInt64, user: Int), _ kind: ScenarioAction.Kind, group: Int = 0, record: Int = 0,
        steps: Int = 0, text: String = ""
    ) {
        actions.append(
            ScenarioAction(
                index: actions.count, microseconds: arrival.microseconds, user: arrival.user, kind: kind, group: group,
                record: record, steps: steps, text: text))
    }

    /// By time, those of one time in the order in which they were added, numbered anew.
    var all: [ScenarioAction] {
        actions.sorted { ($0.microseconds, $0.index) < ($1.microseconds, $1.index) }.enumerated().map { index, action in
            ScenarioAction(
                index: index, microseconds: action.microseconds, user: action.user, kind: action.kind,
                group: action.group, record: action.record, steps: action.steps, text: action.text)
        }
    }
}

/// The notes that have not been deleted, by notebook.
private struct LiveNotes {
    var live: [[Int]]

    init(groups: Int, records: Int) {
        live = (0..<groups).map { group in Array(stride(from: group, to: records, by: groups)) }
    }
}

/// The i-th record in proportion to 1/i (Zipf's law).
private struct Popularity {
    private let sums: [Double]

    init(_ records: Int) {
        var sum = 0.0
        sums = (1...records).map { index in
            sum += 1 / Double(index)
            return sum
        }
    }

    func record(_ generator: inout SeededGenerator) -> Int {
        let value = generator.uniform() * sums[sums.count - 1]
        return sums.firstIndex { $0 > value } ?? sums.count - 1
    }
}
