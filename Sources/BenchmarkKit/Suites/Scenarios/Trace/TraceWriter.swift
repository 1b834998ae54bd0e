/// Writes a trace as `TraceReader` reads it: each line with its keys in a fixed order.
enum TraceWriter {
    static func text(_ trace: ScenarioTrace) -> String {
        (["\(header(trace.header))"] + trace.actions.map(line)).map { $0 + "\n" }.joined()
    }

    private static func header(_ header: ScenarioHeader) -> String {
        var members: [(String, String)] = [
            ("trace_version", "\(ScenarioTrace.version)"), ("scenario", DataText.quoted(header.scenario.rawValue)),
            ("seed", "\(header.seed)"), ("users", "\(header.users)"), ("records", "\(header.records)"),
        ]
        switch header.scenario {
        case .notebook: members.append(("groups", "\(header.groups)"))
        case .search: members.append(("debounce_us", "\(header.debounceMicroseconds)"))
        case .sync: members.append(("limit", "\(header.limit)"))
        }
        let backend = header.backend
        members.append(
            (
                "backend",
                object([
                    ("load_us", "\(backend.loadMicroseconds)"), ("save_us", "\(backend.saveMicroseconds)"),
                    ("fetch_us", "\(backend.fetchMicroseconds)"), ("decode_us", "\(backend.decodeMicroseconds)"),
                    ("jitter_percent", "\(backend.jitterPercent)"),
                ])
            ))
        return object(members)
    }

    private static func line(_ action: ScenarioAction) -> String {
        var members: [(String, String)] = [
            ("at_us", "\(action.microseconds)"), ("user", "\(action.user)"),
            ("action", DataText.quoted(action.kind.rawValue)),
        ]
        switch action.kind {
        case .rename, .delete: members += [("group", "\(action.group)"), ("record", "\(action.record)")]
        case .export: members.append(("group", "\(action.group)"))
        case .pull: members += [("group", "\(action.group)"), ("steps", "\(action.steps)")]
        case .type: members.append(("text", DataText.quoted(action.text)))
        case .open: members.append(("record", "\(action.record)"))
        case .sync: break
        }
        return object(members)
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}
