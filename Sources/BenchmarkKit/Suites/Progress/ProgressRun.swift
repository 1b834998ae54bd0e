import Dispatch
import Synchronization

/// One measurement of the progress suite: its producers, and the handler on the main actor that checks and counts.
final class ProgressRun: Sendable {
    /// Every so many events one is given the time, which costs as much as reporting it.
    private static let sampled = 64

    private let shape: ProgressSuite.Shape
    /// Events reported, a little behind.
    private let reported = Atomic<Int>(0)

    init(_ shape: ProgressSuite.Shape) {
        self.shape = shape
    }

    func measure(_ implementation: any ProgressImplementation.Type) async throws -> [MetricRound] {
        let handler = await ProgressHandler(shape, reported: { [self] in reported.load(ordering: .relaxed) })
        let load = shape.isMainBusy ? MainActorLoad() : nil
        let reporting = Atomic<UInt64>(0)
        let probe = MainActorProbe()
        let start = MonotonicClock.nanoseconds()
        await implementation.run(
            intervalMicroseconds: shape.interval, coalescer: shape.coalescer,
            handle: { handler.handle($0) },
            work: { [self] report in reporting.store(await produce(report), ordering: .relaxed) })
        let total = MonotonicClock.nanoseconds() - start
        let waits = await probe.end()
        await load?.end()
        let counts = try await handler.checked()
        let events = Double(shape.events)
        var metrics = [
            MetricRound(
                ProgressSuite.reportTime,
                .samples([Double(reporting.load(ordering: .relaxed)) / events])),
            MetricRound(ProgressSuite.eventTime, .samples([Double(total) / events])),
            MetricRound(ProgressSuite.mainWait, .histogram(waits)),
            MetricRound(ProgressSuite.hops, .samples([Double(counts.hops) / events])),
            MetricRound(ProgressSuite.handled, .samples([Double(counts.handled) / events])),
            MetricRound(ProgressSuite.peak, .samples([Double(counts.peak)])),
        ]
        if counts.delays.count > 0 { metrics.append(MetricRound(ProgressSuite.delay, .histogram(counts.delays))) }
        return metrics
    }

    /// Reports all events; returns the nanoseconds that the producers took, summed.
    private func produce(_ report: @Sendable (ProgressEvent) -> Void) async -> UInt64 {
        guard shape.producers > 1 else { return produce(0..<shape.events, report) }
        return await withoutActuallyEscaping(report) { report in
            await withTaskGroup(of: UInt64.self) { group in
                for producer in 0..<shape.producers {
                    let range =
                        shape.events * producer / shape.producers..<shape.events * (producer + 1) / shape.producers
                    group.addTask { [self] in produce(range, report) }
                }
                return await group.reduce(0, +)
            }
        }
    }

    private func produce(_ range: Range<Int>, _ report: @Sendable (ProgressEvent) -> Void) -> UInt64 {
        let text = shape.coalescer == .text ? "x" : ""
        let start = MonotonicClock.nanoseconds()
        for index in range {
            if index % Self.sampled == 0 {
                reported.add(Self.sampled, ordering: .relaxed)
                report(ProgressEvent(first: index, reported: MonotonicClock.nanoseconds(), text: text))
            } else {
                report(ProgressEvent(first: index, text: text))
            }
        }
        return MonotonicClock.nanoseconds() - start
    }
}

/// Counts and checks what reaches the main actor.
@MainActor
private final class ProgressHandler {
    struct Counts {
        var handled = 0
        var hops = 0
        var peak = 0
        var delays = LatencyHistogram()
    }

    private let shape: ProgressSuite.Shape
    private let reported: @Sendable () -> Int
    private var counts = Counts()
    private var events = 0
    private var textLength = 0
    /// The next event of each producer.
    private var expected: [Int]
    private var violation: ContractViolation?
    private var hop = (task: 0, turn: -1)
    private var turn = 0

    init(_ shape: ProgressSuite.Shape, reported: @escaping @Sendable () -> Int) {
        self.shape = shape
        self.reported = reported
        expected = (0..<shape.producers).map { shape.events * $0 / shape.producers }
    }

    func handle(_ event: ProgressEvent) {
        noteHop()
        counts.handled += 1
        counts.peak = max(counts.peak, reported() - events)
        events += event.count
        textLength += event.text.utf8.count
        if event.reported > 0 {
            let now = MonotonicClock.nanoseconds()
            counts.delays.record(now > event.reported ? now - event.reported : 0)
        }
        check(event)
    }

    /// A hop is one job of the main actor: another task than before, or a later turn of the main queue.
    private func noteHop() {
        let task = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
        guard hop != (task, turn) else { return }
        hop = (task, turn)
        counts.hops += 1
        // Comes after the job that is running, and before any that is enqueued because of it.
        DispatchQueue.main.async { MainActor.assumeIsolated { self.turn += 1 } }
    }

    private func check(_ event: ProgressEvent) {
        if shape.coalescer == .boundary, event.count > 1, event.first % ProgressCoalescer.boundaryDistance == 0 {
            report("boundary: #\(event.first) was combined")
        }
        // Events of several producers are combined with each other; their numbers say nothing then.
        guard shape.producers == 1 || shape.coalescer == .none else { return }
        let producer = (0..<shape.producers).last { shape.events * $0 / shape.producers <= event.first } ?? 0
        if event.first != expected[producer] {
            report("order: #\(event.first) came in place of #\(expected[producer])")
        }
        expected[producer] = event.first + event.count
    }

    private func report(_ line: String) { violation = violation ?? ContractViolation(line) }

    func checked() throws -> Counts {
        if events < shape.events { report("lost: \(events) of \(shape.events) events were handled before the end") }
        if events > shape.events { report("twice: \(events) events were handled, and \(shape.events) reported") }
        if shape.coalescer == .text, textLength != shape.events {
            report("text: \(textLength) characters of \(shape.events) arrived")
        }
        if let violation { throw violation }
        return counts
    }
}
