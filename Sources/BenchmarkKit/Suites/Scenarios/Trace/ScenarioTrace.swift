/// What people do with an app, when, and how long the app's backend takes: the same for every implementation.
///
/// `docs/traces.md` describes the file.
struct ScenarioTrace: Sendable, Hashable {
    static let version = 1

    let header: ScenarioHeader
    /// By time; the position is the action's index.
    let actions: [ScenarioAction]

    /// When the last action begins, in seconds.
    var seconds: Double { Double(actions.last?.microseconds ?? 0) / 1e6 }

    /// What begins within so many seconds, at least one action.
    func prefix(seconds: Double) -> ScenarioTrace {
        let most = UInt64(max(0, seconds) * 1e6)
        let count = actions.firstIndex { $0.microseconds > most } ?? actions.count
        return ScenarioTrace(header: header, actions: Array(actions.prefix(max(1, count))))
    }

    /// By group the records that the trace names in it.
    var members: [Int: Set<Int>] {
        var members: [Int: Set<Int>] = [:]
        for action in actions where action.kind == .rename || action.kind == .delete {
            members[action.group, default: []].insert(action.record)
        }
        return members
    }
}

/// Which app is used.
enum ScenarioKind: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Notes in notebooks: renames, exports, pulls that show how far they are, deletes that cancel.
    case notebook
    /// A search as the user types.
    case search
    /// A repository that syncs its records, while people open some of them.
    case sync

    var description: String { rawValue }

    var actions: [ScenarioAction.Kind] {
        switch self {
        case .notebook: [.rename, .export, .pull, .delete]
        case .search: [.type]
        case .sync: [.sync, .open]
        }
    }
}

/// The first line of a trace.
struct ScenarioHeader: Sendable, Hashable {
    let scenario: ScenarioKind
    /// What the actions follow from, and how the backend's latencies vary.
    var seed: UInt64 = 0
    var users = 1
    /// Notebook only: notebooks, into which the records are distributed.
    var groups = 1
    var records = 1
    /// Search only: how long typing pauses before a search begins.
    var debounceMicroseconds = 0
    /// Sync only: requests at a time.
    var limit = 1
    var backend = BackendLatencies()
}

/// How long the backend takes.
struct BackendLatencies: Sendable, Hashable {
    /// To read from the device's own storage.
    var loadMicroseconds = 0
    /// To write to it.
    var saveMicroseconds = 0
    /// To ask the service.
    var fetchMicroseconds = 0
    /// Of a core, to decode one record that the service sent.
    var decodeMicroseconds = 0
    /// By how much a latency is longer or shorter at most.
    var jitterPercent = 0
}

/// A trace and the name that tells its cases from others'.
package struct NamedTrace: Sendable {
    /// As it stands in a case's name.
    let name: String
    let trace: ScenarioTrace

    /// A file's base name, without what a case's name cannot have.
    static func name(ofFile path: String) -> String {
        var name = path.split(separator: "/").last ?? ""
        if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = name[..<dot] }
        let isPlain = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber) || "._-".contains(character)
        }
        return String(name.map { isPlain($0) ? $0 : "-" })
    }
}
