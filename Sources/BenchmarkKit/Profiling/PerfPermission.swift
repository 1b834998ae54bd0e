import Foundation

/// Whether the system lets this user record.
enum PerfPermission {
    static let file = "/proc/sys/kernel/perf_event_paranoid"

    /// The system's level; `nil` where it has none, as in a kernel without performance events.
    static var level: Int? {
        (try? String(contentsOfFile: file, encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// - Parameter isRoot: Who may always.
    /// - Returns: Why recording is forbidden, with the remedy; `nil` where it is not.
    static func refusal(level: Int?, isRoot: Bool) -> String? {
        guard let level else { return "this kernel has no performance events (there is no \(file))" }
        guard level > 2, !isRoot else { return nil }
        return "the system forbids recording: \(file) is \(level); as root run: sysctl kernel.perf_event_paranoid=2"
    }
}
