/// When each operation of a trace was submitted, started and ended, and what follows from that.
final class FairnessRecording: @unchecked Sendable {
    let trace: FairnessTrace
    // Written at its own index by the submitter and by each operation; read after all have ended.
    private let moments: UnsafeMutablePointer<Moment>

    struct Moment {
        /// In the open loop the scheduled time.
        var submitted: UInt64 = 0
        var started: UInt64 = 0
        var ended: UInt64 = 0
    }

    init(_ trace: FairnessTrace) {
        self.trace = trace
        moments = .allocate(capacity: trace.operations.count)
        moments.initialize(repeating: Moment(), count: trace.operations.count)
    }

    deinit { moments.deallocate() }

    subscript(index: Int) -> Moment {
        get { moments[index] }
        set { moments[index] = newValue }
    }

    func submitted(_ index: Int) { moments[index].submitted = MonotonicClock.nanoseconds() }

    /// The body of an operation.
    func run(_ index: Int, nanoseconds: UInt64) {
        let start = MonotonicClock.nanoseconds()
        moments[index].started = start
        BusyLoop.spin(until: start + nanoseconds)
        moments[index].ended = MonotonicClock.nanoseconds()
    }

    /// The body of an operation that keeps its thread, and needs a core only at its end.
    func sleep(_ index: Int, nanoseconds: UInt64) {
        let start = MonotonicClock.nanoseconds()
        moments[index].started = start
        OpenLoop.wait(until: start + nanoseconds)
        moments[index].ended = MonotonicClock.nanoseconds()
    }

    private func wait(_ index: Int) -> Double {
        Double(moments[index].started) - Double(moments[index].submitted)
    }

    // MARK: Figures

    /// Of readers or of writers.
    func waits(writes: Bool) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for (index, operation) in trace.operations.enumerated() where operation.writes == writes {
            histogram.record(UInt64(max(0, wait(index))))
        }
        return histogram
    }

    /// The longest wait over the mean one.
    var starvation: Double {
        let waits = trace.operations.indices.map(wait)
        let mean = waits.reduce(0, +) / Double(waits.count)
        return mean > 0 ? waits.max()! / mean : 1
    }

    /// How many times an operation started before an earlier one that it conflicts with.
    ///
    /// O(operations × groups a job) where nobody overtakes, and further O(operations) for each that does.
    var bypasses: Int {
        // Of each group: the latest starts among the earlier operations, and among the writers of them.
        var latest: [Int: (any: UInt64, writer: UInt64)] = [:]
        var count = 0
        for (later, operation) in trace.operations.enumerated() {
            let start = moments[later].started
            let overtakes = operation.groups.contains { group in
                guard let latest = latest[group] else { return false }
                return start < (operation.writes ? latest.any : latest.writer)
            }
            if overtakes {
                count += (0..<later).count { moments[$0].started > start && trace.conflict($0, later) }
            }
            for group in operation.groups {
                let previous = latest[group] ?? (0, 0)
                latest[group] = (
                    max(previous.any, start), operation.writes ? max(previous.writer, start) : previous.writer
                )
            }
        }
        return count
    }

    /// Two operations that conflict and overlapped, by their indices.
    var overlap: (Int, Int)? {
        // Of each group: whose end is the latest among those that started before, and among the writers of them.
        var latest: [Int: (any: Int, writer: Int?)] = [:]
        // One without length that starts as another does is over before it.
        let order = trace.operations.indices.sorted {
            (moments[$0].started, moments[$0].ended) < (moments[$1].started, moments[$1].ended)
        }
        for index in order {
            let operation = trace.operations[index]
            for group in operation.groups {
                guard let previous = latest[group] else {
                    latest[group] = (index, operation.writes ? index : nil)
                    continue
                }
                let other = operation.writes ? previous.any : previous.writer
                if let other, moments[index].started < moments[other].ended {
                    return (min(index, other), max(index, other))
                }
                let isLast = moments[index].ended > moments[previous.any].ended
                let isLastWriter =
                    operation.writes && previous.writer.map { moments[index].ended > moments[$0].ended } ?? true
                latest[group] = (isLast ? index : previous.any, isLastWriter ? index : previous.writer)
            }
        }
        return nil
    }

    /// Jain's index of the groups' mean waits, J = (Σx)² / (n·Σx²): 1 where all wait alike, 1/n where one waits alone.
    ///
    /// R. Jain, D. Chiu, W. Hawe, "A Quantitative Measure of Fairness and Discrimination" (1984).
    var jain: Double {
        var sums: [Int: (sum: Double, count: Double)] = [:]
        for (index, operation) in trace.operations.enumerated() {
            for group in operation.groups {
                let previous = sums[group] ?? (0, 0)
                sums[group] = (previous.sum + max(0, wait(index)), previous.count + 1)
            }
        }
        let means = sums.values.map { $0.sum / $0.count }
        let squares = means.reduce(0) { $0 + $1 * $1 }
        let sum = means.reduce(0, +)
        return squares > 0 ? sum * sum / (Double(means.count) * squares) : 1
    }

    /// Mean number of readers that run at once, over the time in which any does; `nil` without readers.
    var overlappingReaders: Double? {
        var changes: [(time: UInt64, by: Int)] = []
        for (index, operation) in trace.operations.enumerated() where !operation.writes {
            changes += [(moments[index].started, 1), (moments[index].ended, -1)]
        }
        guard !changes.isEmpty else { return nil }
        changes.sort { ($0.time, $0.by) < ($1.time, $1.by) }
        var (running, busy, work, last) = (0, UInt64(0), UInt64(0), changes[0].time)
        for change in changes {
            if running > 0 {
                busy += change.time - last
                work += UInt64(running) * (change.time - last)
            }
            running += change.by
            last = change.time
        }
        return busy > 0 ? Double(work) / Double(busy) : 1
    }

    /// From the first submission to the last end, and what it would be at best with so many workers.
    func makespan(workers: Int) -> (measured: Double, expected: Double) {
        let indices = trace.operations.indices
        let first = indices.map { moments[$0].submitted }.min()!
        let last = indices.map { moments[$0].ended }.max()!
        return (
            Double(last - first),
            ListScheduling.makespan(durations: durations, predecessors: trace.predecessors, workers: workers)
        )
    }

    /// The mean wait, and what it would be at best with so many workers and the same arrivals.
    func meanWait(workers: Int) -> (measured: Double, expected: Double) {
        let indices = trace.operations.indices
        let first = indices.map { moments[$0].submitted }.min()!
        let releases = indices.map { Double(moments[$0].submitted - first) }
        let starts = ListScheduling.starts(
            durations: durations, predecessors: trace.predecessors, workers: workers, releases: releases)
        let count = Double(trace.operations.count)
        return (
            indices.reduce(0) { $0 + max(0, wait($1)) } / count,
            zip(starts, releases).reduce(0) { $0 + $1.0 - $1.1 } / count
        )
    }

    private var durations: [Double] {
        trace.operations.indices.map { Double(moments[$0].ended - moments[$0].started) }
    }
}
