import Foundation

/// Counts the allocations of a plan's cases, and the bytes that they keep, in a child process of its own, whose allocator
/// has no caches.
///
/// The child is this program with the same arguments and a mark in its environment. It prints a line for each metric of
/// each case: ``CountedFigures``.
package struct AllocationPass: Sendable {
    static let mark = "BENCH_ALLOCATION_PASS"
    /// The mark of a child that is on one processor.
    private static let pinned = "pinned"
    static let metric = MetricDefinition("allocations", unit: "count")
    private static let rounds = 3
    private static let warmUps = 3

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
        let isPinned = ProcessInfo.processInfo.environment[Self.mark] == Self.pinned
        await count(
            plan, allocations: { counter.allocations() }, gauge: .jemalloc,
            canary: isPinned ? AllocationCanary { counter.allocations() } : nil, output: output)
    }

    /// - Parameter canary: `nil` where nothing makes sure that one thread serves all.
    func count(
        _ plan: RunPlan, allocations: () -> UInt64, gauge: MemoryGauge, canary: AllocationCanary? = nil,
        output: (String) -> Void
    ) async {
        var canary = canary ?? AllocationCanary(count: { 0 }, pause: {})
        for planned in plan.cases where planned.skipReason == nil {
            guard planned.allocationPass != nil || planned.memoryPass != nil else { continue }
            var counted: [CountedFigures] = []
            await canary.steadily { counted = await Self.counted(planned, allocations, gauge) }
            for entry in counted { output(entry.line) }
        }
    }

    private static func counted(
        _ planned: PlannedCase, _ allocations: () -> UInt64, _ gauge: MemoryGauge
    ) async -> [CountedFigures] {
        let name = "\(planned.benchmarkCase)"
        var counted: [CountedFigures] = []
        // What cannot be measured here has no line, and the case no such figure.
        if let pass = planned.allocationPass, let figures = try? await figures(pass, allocations) {
            counted.append(CountedFigures(caseName: name, metric: metric, figures: figures))
        }
        if let pass = planned.memoryPass, let metrics = try? await figures(pass, gauge) {
            counted += metrics.map { CountedFigures(caseName: name, metric: $0.0, figures: $0.1) }
        }
        return counted
    }

    private static func figures(
        _ pass: @Sendable () async throws -> Int, _ allocations: () -> UInt64
    ) async throws -> [Double] {
        // What is made once, such as threads and metadata, is not an operation's.
        for _ in 0..<warmUps { _ = try await pass() }
        var figures: [Double] = []
        for _ in 0..<rounds {
            let before = allocations()
            let operations = try await pass()
            figures.append(Double(allocations() - before) / Double(operations))
        }
        return figures
    }

    private static func figures(
        _ pass: @Sendable (MemoryGauge) async throws -> [MetricRound], _ gauge: MemoryGauge
    ) async throws -> [(MetricDefinition, [Double])] {
        _ = try await pass(gauge)
        var figures: [(metric: MetricDefinition, values: [Double])] = []
        for round in 0..<rounds {
            for (index, entry) in try await pass(gauge).enumerated() {
                if round == 0 { figures.append((entry.metric, [])) }
                if let value = entry.p50 { figures[index].values.append(value) }
            }
        }
        return figures
    }

    // MARK: The parent

    /// Runs the child; returns the figures of each case and metric.
    ///
    /// - Throws: `UsageError` with the child's reason.
    package func run(arguments: [String]) throws(UsageError) -> [CountedFigures] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("allocations-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw UsageError("\(folder.path): cannot be created: \(error.localizedDescription)")
        }
        let (name, value) = AllocationCounter.configuration
        let child = try ChildProcess.run(
            ChildProcess.ownPath, arguments, environment: [Self.mark: "1", name: value], in: folder.path)
        guard child.code == 0 else {
            throw UsageError(child.error.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return Self.parse(child.output)
    }

    static func parse(_ text: String) -> [CountedFigures] {
        text.split(separator: "\n").compactMap { CountedFigures(line: $0) }
    }

    /// Adds the figures to the results' rounds.
    package static func add(_ counted: [CountedFigures], to results: inout [CaseResult]) {
        let positions = Dictionary(results.enumerated().map { ($1.benchmarkCase.description, $0) }) { first, _ in first
        }
        for entry in counted {
            guard let index = positions[entry.caseName] else { continue }
            for (round, figure) in entry.figures.enumerated() where round < results[index].rounds.count {
                results[index].rounds[round].append(MetricRound(entry.metric, .samples([figure])))
            }
        }
    }
}
