import Foundation

/// Whether `perf` may record.
struct PerfCheck: HealthCheck {
    let name = "perf events"

    func examine() async -> HealthFinding {
        let refusal = PerfPermission.refusal(level: PerfPermission.level, isRoot: geteuid() == 0)
        guard refusal == nil, let perf = ProgramFinder.current.path("perf") else {
            return Self.judge(level: PerfPermission.level, refusal: refusal, failure: nil, isTried: false)
        }
        var failure: String?
        do {
            _ = try ChildProcess.check(
                perf, ["record", "--quiet", "--event", "cpu-clock", "--output", "/dev/null", "--", "true"],
                in: FileManager.default.temporaryDirectory.path)
        } catch {
            failure = "\(error)"
        }
        return Self.judge(level: PerfPermission.level, refusal: nil, failure: failure, isTried: true)
    }

    /// - Parameters:
    ///   - refusal: By the system's setting.
    ///   - failure: Of a recording that was tried.
    static func judge(level: Int?, refusal: String?, failure: String?, isTried: Bool) -> HealthFinding {
        let meaning = "'profile' cannot record where the time goes; measuring does not need it"
        if let refusal {
            return HealthFinding(
                .warning, found: refusal, meaning: meaning,
                advice: level == nil ? "profile on another machine" : "as root: sysctl kernel.perf_event_paranoid=2")
        }
        if let failure {
            return HealthFinding(
                .warning, found: failure, meaning: meaning,
                advice: "in a container, allow the system call perf_event_open; see 'perf record' for its reason")
        }
        let setting = level.map { "perf_event_paranoid is \($0)" } ?? ""
        return HealthFinding(
            .fine, found: isTried ? "perf records here (\(setting))" : "allowed (\(setting)); perf itself is not there",
            meaning: isTried ? "'profile' can say where the time goes" : "'profile' needs perf")
    }
}
