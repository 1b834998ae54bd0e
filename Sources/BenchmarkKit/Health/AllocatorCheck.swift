import Foundation

/// Whether jemalloc serves this process, and whether its counters count what is known to be allocated.
struct AllocatorCheck: HealthCheck {
    /// Tells a child to count known allocations, and nothing else.
    static let mark = "BENCH_COUNT_KNOWN_ALLOCATIONS"
    let name = "allocator"

    static var isChild: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    func examine() async -> HealthFinding {
        Self.judge(AllocatorProbe.current, counterFailure: Self.countInChild())
    }

    /// - Parameter counterFailure: Why known allocations were not counted; `nil` where they were.
    static func judge(_ allocator: AllocatorIdentity, counterFailure: String?) -> HealthFinding {
        guard allocator.name == "jemalloc" else {
            return HealthFinding(
                .warning, found: "\(allocator) serves this process, and not jemalloc",
                meaning: "no allocations are counted, and times are this allocator's, which vary more",
                advice: "leave LD_PRELOAD alone, use no sanitizer, and install jemalloc with scripts/setup.sh")
        }
        if let counterFailure {
            return HealthFinding(
                .problem, found: "\(allocator) serves this process, but its counters fail: \(counterFailure)",
                meaning: "allocations per operation would be wrong, so that none are reported",
                advice: "use the jemalloc that scripts/setup.sh installs; leave MALLOC_CONF alone")
        }
        return HealthFinding(
            .fine, found: "\(allocator) serves this process and counts all of 10000 known allocations",
            meaning: "allocations per operation are exact")
    }

    /// The thread caches must be off, as in the pass that counts for real, which takes a process of its own.
    private static func countInChild() -> String? {
        let configuration = AllocationCounter.configuration
        do {
            _ = try ChildProcess.check(
                ChildProcess.ownPath, ["doctor"], environment: [mark: "1", configuration.name: configuration.value],
                in: FileManager.default.temporaryDirectory.path)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
