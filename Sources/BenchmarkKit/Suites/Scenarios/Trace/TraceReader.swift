import Foundation

/// Where a trace is wrong and how: `file:line: what is wrong`.
struct TraceError: Error, Sendable, Hashable, CustomStringConvertible {
    let file: String
    /// 1-based.
    let line: Int
    let problem: String

    var description: String { "\(file):\(line): \(problem)" }
}

/// Reads a trace strictly: what it does not understand is an error, never left out.
///
/// `\r\n` ends and a byte order mark are accepted.
enum TraceReader {
    /// - Throws: `UsageError`, where the file cannot be read or is not a trace.
    static func read(path: String) throws(UsageError) -> ScenarioTrace {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw UsageError("--trace \(path): cannot be read: \(readableReason(error))")
        }
        do throws(TraceError) { return try trace(bytes, file: path) } catch { throw UsageError("\(error)") }
    }

    private static func readableReason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
        case .fileReadNoPermission?: "permission denied"
        default: "is it a file?"
        }
    }

    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - file: Its name, for errors.
    static func trace(_ bytes: some Sequence<UInt8>, file: String) throws(TraceError) -> ScenarioTrace {
        var bytes = Array(bytes)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Behind the last line's end there is no further line.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty else { throw TraceError(file: file, line: 1, problem: "no header; the file is empty") }
        var header: ScenarioHeader?
        var check = ActionCheck()
        var actions: [ScenarioAction] = []
        for (index, bytes) in lines.enumerated() {
            let line = TraceLine(file: file, line: index + 1)
            var object = try line.object(bytes)
            if let header {
                let action = try line.action(&object, header, index: actions.count)
                try check.check(action, line)
                actions.append(action)
            } else {
                header = try line.header(&object)
            }
            try object.finish()
        }
        guard let header, !actions.isEmpty else {
            throw TraceError(file: file, line: lines.count + 1, problem: "no action follows the header")
        }
        return ScenarioTrace(header: header, actions: actions)
    }
}

/// What an action can be wrong in only beside others.
private struct ActionCheck {
    private var latest: UInt64 = 0
    private var groups: [Int: (group: Int, line: Int)] = [:]

    mutating func check(_ action: ScenarioAction, _ line: TraceLine) throws(TraceError) {
        guard action.microseconds >= latest else {
            throw line.error("at_us is \(action.microseconds), earlier than the \(latest) of the line before")
        }
        latest = action.microseconds
        guard action.kind == .rename || action.kind == .delete else { return }
        let known = groups[action.record] ?? (action.group, line.line)
        guard known.group == action.group else {
            throw line.error(
                "record \(action.record) is in group \(action.group), and in group \(known.group) on line \(known.line)"
            )
        }
        groups[action.record] = known
    }
}

/// One line while it is read.
private struct TraceLine {
    /// A day.
    private static let latest = 86_400_000_000
    private static let longestLatency = 60_000_000
    let file: String
    let line: Int

    func error(_ problem: String) -> TraceError { TraceError(file: file, line: line, problem: problem) }

    func object(_ bytes: ArraySlice<UInt8>) throws(TraceError) -> TraceObject {
        let bytes = bytes.last == UInt8(ascii: "\r") ? Array(bytes.dropLast()) : Array(bytes)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error("not UTF-8") }
        guard text.contains(where: { !$0.isWhitespace }) else { throw error("an empty line") }
        let json: FlatJSON
        do throws(FlatJSON.SyntaxError) { json = try FlatJSON(text) } catch {
            throw self.error("not JSON: \(error.problem)")
        }
        guard case .object(let members) = json else { throw error("\(json.kind) where an object should be") }
        return TraceObject(line: self, path: "", members: members)
    }

    func header(_ object: inout TraceObject) throws(TraceError) -> ScenarioHeader {
        guard object.has("trace_version") else {
            throw error("no header: the first line has no key 'trace_version'")
        }
        let version = try object.integer("trace_version", 0...Int.max)
        guard version == ScenarioTrace.version else {
            throw error(
                "trace_version \(version) is not known; this version reads trace_version \(ScenarioTrace.version)")
        }
        let scenario = try object.choice("scenario", of: ScenarioKind.allCases)
        var header = ScenarioHeader(scenario: scenario)
        header.seed = UInt64(try object.integer("seed", 0...Int.max))
        header.users = try object.integer("users", 1...100_000)
        header.records = try object.integer("records", 1...1_000_000)
        switch scenario {
        case .notebook: header.groups = try object.integer("groups", 1...1_000_000)
        case .search: header.debounceMicroseconds = try object.integer("debounce_us", 0...Self.longestLatency)
        case .sync: header.limit = try object.integer("limit", 1...1_000_000)
        }
        var backend = try object.object("backend")
        header.backend.loadMicroseconds = try backend.integer("load_us", 0...Self.longestLatency)
        header.backend.saveMicroseconds = try backend.integer("save_us", 0...Self.longestLatency)
        header.backend.fetchMicroseconds = try backend.integer("fetch_us", 0...Self.longestLatency)
        header.backend.decodeMicroseconds = try backend.integer("decode_us", 0...Self.longestLatency)
        header.backend.jitterPercent = try backend.integer("jitter_percent", 0...100)
        try backend.finish()
        return header
    }

    func action(
        _ object: inout TraceObject, _ header: ScenarioHeader, index: Int
    ) throws(TraceError) -> ScenarioAction {
        let time = try object.integer("at_us", 0...Self.latest)
        let user = try object.integer("user", 0...header.users - 1)
        let kind = try object.choice("action", of: header.scenario.actions, in: "a \(header.scenario) trace")
        var (group, record, steps, text) = (0, 0, 0, "")
        let hasGroup = header.scenario == .notebook
        if hasGroup { group = try object.integer("group", 0...header.groups - 1) }
        if kind == .rename || kind == .delete || kind == .open {
            record = try object.integer("record", 0...header.records - 1)
        }
        if kind == .pull { steps = try object.integer("steps", 1...10_000) }
        if kind == .type { text = try object.string("text") }
        return ScenarioAction(
            index: index, microseconds: UInt64(time), user: user, kind: kind, group: group, record: record,
            steps: steps, text: text)
    }
}

/// An object of a line, whose members are taken one by one until none is left.
private struct TraceObject {
    let line: TraceLine
    /// In front of the keys, in errors.
    let path: String
    var members: [FlatJSON.Member]
    private var asked: [String] = []

    init(line: TraceLine, path: String, members: [FlatJSON.Member]) {
        (self.line, self.path, self.members) = (line, path, members)
    }

    func has(_ key: String) -> Bool { members.contains { $0.key == key } }

    private mutating func take(_ key: String) throws(TraceError) -> FlatJSON {
        asked.append(key)
        guard let index = members.firstIndex(where: { $0.key == key }) else {
            // Rather the mistyped key than the one that is missing because of it.
            for member in members where Suggestion.nearest(to: member.key, among: [key]) != nil {
                throw line.error("unknown key '\(path)\(member.key)'; did you mean '\(path)\(key)'?")
            }
            throw line.error("key '\(path)\(key)' is missing")
        }
        return members.remove(at: index).value
    }

    mutating func integer(_ key: String, _ range: ClosedRange<Int>) throws(TraceError) -> Int {
        let value = try take(key)
        guard case .integer(let number) = value else {
            throw line.error("\(path)\(key) is \(value.kind); it must be a whole number")
        }
        guard range.contains(number) else {
            throw line.error("\(path)\(key) is \(number); it must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func string(_ key: String) throws(TraceError) -> String {
        let value = try take(key)
        guard case .string(let text) = value else {
            throw line.error("\(path)\(key) is \(value.kind); it must be a string")
        }
        return text
    }

    mutating func object(_ key: String) throws(TraceError) -> TraceObject {
        let value = try take(key)
        guard case .object(let members) = value else {
            throw line.error("\(path)\(key) is \(value.kind); it must be an object")
        }
        return TraceObject(line: line, path: "\(path)\(key).", members: members)
    }

    mutating func choice<Choice: RawRepresentable<String>>(
        _ key: String, of choices: [Choice], in place: String? = nil
    ) throws(TraceError) -> Choice {
        let text = try string(key)
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            let unknown = UsageError.unknown(key, text, among: choices.map(\.rawValue), hint: "see docs/traces.md")
            throw line.error(unknown.description + (place.map { " (in \($0))" } ?? ""))
        }
        return choice
    }

    /// - Throws: where a member was not asked for.
    func finish() throws(TraceError) {
        guard let member = members.first else { return }
        throw line.error("unknown key '\(path)\(member.key)'; there are \(asked.joined(separator: ", "))")
    }
}
