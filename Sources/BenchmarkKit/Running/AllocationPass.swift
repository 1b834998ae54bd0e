import Foundation

/// Counts the allocations of a plan's cases in a child process of its own, whose allocator has no caches.
///
/// The child is this program with the same arguments and a mark in its environment. It prints a line for each case:
/// its name and the figures of some rounds, separated by tabs.
package struct AllocationPass: Sendable {
    static let mark = "BENCH_ALLOCATION_PASS"
    /// The mark of a child that is on one processor.
    private static let pinned = "pinned"
    static let metric = MetricDefinition("allocations", unit: "count")
    private static let rounds = 3

    package init() {}

    /// Whether this process is such a child.
    package static var isChild: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    // MARK: The child

    /// Starts the child anew on one processor, once. Returns where that cannot be done: the counts are then less exact.
    ///
    /// There the threads of a process take turns in the same way each time; on several processors it differs from run to
    /// run how often a thread finds what another has left in a cache. The dispatch library makes as many threads as
    /// there are processors when it starts, so that it must start there.
    package static func pin(arguments: [String]) {
        guard ProcessInfo.processInfo.environment[mark] != pinned, ProcessorAffinity.pinToOneProcessor() else { return }
        _ = AllocatorSwitch.restart(arguments: arguments, environment: [mark: pinned])
    }

    /// - Parameter output: Takes the lines.
    /// - Throws: `UsageError` where allocations cannot be counted.
    package func count(_ plan: RunPlan, output: (String) -> Void) async throws(UsageError) {
        let counter = try AllocationCounter()
        for planned in plan.cases {
            guard planned.skipReason == nil, let pass = planned.allocationPass else { continue }
            var figures: [Double] = []
            do {
                // What is made once, such as threads and metadata, is not an operation's.
                for _ in 0..<3 { _ = try await pass() }
                for _ in 0..<Self.rounds {
                    let before = counter.allocations()
                    let operations = try await pass()
                    figures.append(Double(counter.allocations() - before) / Double(operations))
                }
            } catch {
                continue
            }
            output("\(planned.benchmarkCase)\t" + figures.map { "\($0)" }.joined(separator: "\t") + "\n")
        }
    }

    // MARK: The parent

    /// Runs the child; returns the figures of each case, a round each.
    ///
    /// - Throws: `UsageError` with the child's reason.
    package func run(arguments: [String]) throws(UsageError) -> [String: [Double]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment[Self.mark] = "1"
        environment[AllocationCounter.configuration.name] = AllocationCounter.configuration.value
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                let reason = try errors.fileHandleForReading.readToEnd() ?? Data()
                throw UsageError(
                    String(decoding: reason, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
            }
            return Self.parse(text)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("\(error)")
        }
    }

    static func parse(_ text: String) -> [String: [Double]] {
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        return Dictionary(lines.filter { $0.count > 1 }.map { ($0[0], $0.dropFirst().compactMap(Double.init)) }) { $1 }
    }

    /// Adds the figures to the results' rounds.
    package static func add(_ figures: [String: [Double]], to results: inout [CaseResult]) {
        for index in results.indices {
            for (round, figure) in (figures[results[index].benchmarkCase.description] ?? []).enumerated()
            where round < results[index].rounds.count {
                results[index].rounds[round].append(MetricRound(metric, .samples([figure])))
            }
        }
    }
}
