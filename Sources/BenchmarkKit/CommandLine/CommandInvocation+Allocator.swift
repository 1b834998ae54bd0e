import Foundation

extension CommandInvocation {
    /// What the child process of the allocation pass does in place of measuring.
    func countAllocations(_ plan: RunPlan) async throws(UsageError) {
        AllocationPass.pin(arguments: [program.name] + arguments)
        try await AllocationPass().count(plan) { output.writeOutput($0) }
    }

    /// - Returns: a warning, where the allocator is not the one asked for.
    func settleAllocator(_ settings: RunSettings) throws(UsageError) -> String? {
        let decision = AllocatorSwitch.decide(
            settings.allocator, current: AllocatorProbe.current, environment: ProcessInfo.processInfo.environment)
        switch decision {
        case .stay: return nil
        case .warn(let warning): return warning
        case .fail(let line): throw UsageError(line)
        case .restart(let environment):
            let restarted = [program.name] + arguments
            let reason = AllocatorSwitch.restart(arguments: restarted, environment: environment)
            throw UsageError("--allocator system: cannot start anew without jemalloc: \(reason)")
        }
    }
}
