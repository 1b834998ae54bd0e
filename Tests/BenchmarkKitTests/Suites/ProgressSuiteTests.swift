import Testing

@testable import BenchmarkKit

/// Gathers all events, and hands them to the main actor when the work has ended: in so many hops, after `change`.
private protocol GatheringProgress: ProgressImplementation {
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]]
}

extension GatheringProgress {
    static var intervals: Set<Int> { [0] }
    static var coalescers: Set<ProgressCoalescer> { Set(ProgressCoalescer.allCases) }

    static func run(
        intervalMicroseconds: Int, coalescer: ProgressCoalescer,
        handle: @escaping @MainActor @Sendable (ProgressEvent) -> Void,
        work: @escaping @Sendable (_ report: @Sendable (ProgressEvent) -> Void) async -> Void
    ) async {
        let events = Gathered()
        await work { events.append($0) }
        for batch in batches(events.all, coalescer) {
            await Task { @MainActor in for event in batch { handle(event) } }.value
        }
    }
}

private final class Gathered: @unchecked Sendable {
    // One producer.
    private(set) var all: [ProgressEvent] = []
    func append(_ event: ProgressEvent) { all.append(event) }
}

/// Fifty events a hop.
private enum FiftyAHop: GatheringProgress {
    static let name = "fifty"
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]] {
        stride(from: 0, to: events.count, by: 50).map { Array(events[$0..<min($0 + 50, events.count)]) }
    }
}

/// One hop, combined as far as may be.
private enum CombiningProgress: GatheringProgress {
    static let name = "combining"
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]] {
        var combined: [ProgressEvent] = []
        for event in events {
            if let last = combined.last, let both = coalescer.combine(last, event) {
                combined[combined.count - 1] = both
            } else {
                combined.append(event)
            }
        }
        return [combined]
    }
}

private enum LosingProgress: GatheringProgress {
    static let name = "losing"
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]] {
        [events.dropLast()]
    }
}

private enum SwappingProgress: GatheringProgress {
    static let name = "swapping"
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]] {
        [[events[1], events[0]] + events.dropFirst(2)]
    }
}

/// Combines what must stay alone.
private enum GreedyProgress: GatheringProgress {
    static let name = "greedy"
    static func batches(_ events: [ProgressEvent], _ coalescer: ProgressCoalescer) -> [[ProgressEvent]] {
        CombiningProgress.batches(events, .sum)
    }
}

/// 250 events in the tiny profile, of which #0, #100 and #200 are boundaries.
struct ProgressSuiteTests {
    private let systemUnderTest = ProgressSuite([
        FiftyAHop.self, CombiningProgress.self, LosingProgress.self, SwappingProgress.self, GreedyProgress.self,
    ])

    private func measure(_ implementation: String) async throws -> [String: [Double]] {
        let planned = try #require(
            systemUnderTest.cases(SuiteOptions(profile: .tiny)).first {
                $0.benchmarkCase.implementation == implementation
            })
        let metrics = try await planned.measure(RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0))
        return Dictionary(uniqueKeysWithValues: metrics.map { ($0.metric.name, $0.samples) })
    }

    @Test func `Five hops for 250 events are five hops`() async throws {
        let metrics = try await measure("fifty")
        #expect(metrics["hops_per_event"] == [0.02])
        #expect(metrics["handled_per_event"] == [1])
        // Noted for every 64th event, a little behind.
        #expect(metrics["peak_pending"] == [256])
    }

    @Test func `Combined events are counted as what was handled`() async throws {
        let metrics = try await measure("combining")
        #expect(metrics["hops_per_event"] == [0.004])
        // Three boundaries, and what is between and behind them.
        #expect(metrics["handled_per_event"] == [0.024])
    }

    @Test func `A lost event is a broken contract`() async {
        await #expect(throws: ContractViolation("lost: 249 of 250 events were handled before the end")) {
            try await measure("losing")
        }
    }

    @Test func `Two events in the wrong order are a broken contract`() async {
        await #expect(throws: ContractViolation("order: #1 came in place of #0")) { try await measure("swapping") }
    }

    @Test func `A boundary that was combined is a broken contract`() async {
        await #expect(throws: ContractViolation("boundary: #0 was combined")) { try await measure("greedy") }
    }
}
