/// What a runner was doing at one moment: for logs, and to see from outside why something hangs.
///
/// `print(runner.snapshot)` shows each operation with what it waits for; a cycle through an operation that awaits
/// its own successor shows as a running operation that others wait for and that never gets younger.
public struct RunnerSnapshot: Sendable, CustomStringConvertible {
    /// One submitted operation that has not ended.
    public struct Operation: Sendable, Identifiable, CustomStringConvertible {
        /// Ascending in order of submission, unique within the runner.
        public let id: UInt64
        /// The name that it was submitted with.
        public let name: String?
        /// The groups as text, sorted; empty for a serial runner.
        public let groups: [String]
        /// Whether it writes its groups.
        public let access: TaskAccessMode
        /// Since submission; good to some milliseconds.
        public let age: Duration
        /// The nearest earlier operations that this one waits for: in each group the closest write, or the reads
        /// since it where this one writes. Empty for a running operation, and for one that waits only for the limit.
        public let waitsFor: [UInt64]

        public var description: String {
            var text = "#\(id)"
            if let name { text += " \"\(name)\"" }
            text += " \(access)"
            if !groups.isEmpty { text += " [\(groups.joined(separator: ", "))]" }
            text += ", \(age.formattedForSnapshot) old"
            if !waitsFor.isEmpty { text += ", waits for \(waitsFor.map { "#\($0)" }.joined(separator: " "))" }
            return text
        }
    }

    /// The runner's name.
    public let name: String?
    /// How many operations may run at once, `Int.max` without a limit.
    public let limit: Int
    /// In order of submission.
    public let running: [Operation]
    /// In order of submission.
    public let queued: [Operation]

    public var description: String {
        var lines = ["\(name ?? "runner"): \(running.count) running, \(queued.count) queued"]
        if limit != .max { lines[0] += ", limit \(limit)" }
        lines += running.map { "  running \($0)" }
        lines += queued.map { operation in
            "  queued  \(operation)" + (operation.waitsFor.isEmpty ? ", waits for the limit" : "")
        }
        return lines.joined(separator: "\n")
    }
}

extension RunnerSnapshot {
    /// An operation before its groups were turned into text.
    struct Entry: Sendable {
        let id: UInt64
        let name: String?
        let groups: [ConflictScheduler.GroupID]
        let access: TaskAccessMode
        let age: Duration
        let isRunning: Bool
        let waitsFor: [UInt64]
    }

    init(
        runner: String?, limit: Int, operations: [Entry],
        describeGroup: (ConflictScheduler.GroupID) -> String?
    ) {
        func operation(_ entry: Entry) -> Operation {
            Operation(
                id: entry.id, name: entry.name, groups: entry.groups.compactMap(describeGroup).sorted(),
                access: entry.access, age: entry.age, waitsFor: entry.waitsFor)
        }
        self.init(
            name: runner, limit: limit, running: operations.filter(\.isRunning).map(operation),
            queued: operations.filter { !$0.isRunning }.map(operation))
    }
}

extension Duration {
    /// `1.234 s`, whole milliseconds, without locale.
    fileprivate var formattedForSnapshot: String {
        let (seconds, attoseconds) = components
        let milliseconds = String(attoseconds / 1_000_000_000_000_000 + 1000).dropFirst()
        return "\(seconds).\(milliseconds) s"
    }
}
