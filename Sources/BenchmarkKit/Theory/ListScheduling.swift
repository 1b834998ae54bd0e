/// The schedule of operations that wait for some earlier ones, on so many workers, each of which always takes the
/// earliest operation that may start: what a runner that costs nothing would do.
///
/// R. L. Graham, "Bounds on Multiprocessing Timing Anomalies" (1969).
enum ListScheduling {
    /// - Parameters:
    ///   - durations: Of each operation, in submission order.
    ///   - predecessors: Of each operation, all earlier.
    ///   - workers: At least 1.
    /// - Returns: When the last operation ends, in the unit of `durations`.
    static func makespan(durations: [Double], predecessors: [[Int]], workers: Int) -> Double {
        let starts = starts(durations: durations, predecessors: predecessors, workers: workers)
        return zip(starts, durations).map(+).max() ?? 0
    }

    /// - Parameters:
    ///   - durations: Of each operation, in submission order.
    ///   - predecessors: Of each operation, all earlier.
    ///   - workers: At least 1.
    ///   - releases: When each is submitted, ascending; `nil` where all are at 0.
    /// - Returns: When each operation starts, in the unit of `durations`.
    static func starts(
        durations: [Double], predecessors: [[Int]], workers: Int, releases: [Double]? = nil
    ) -> [Double] {
        let releases = releases ?? Array(repeating: 0, count: durations.count)
        var starts = Array(repeating: 0.0, count: durations.count)
        var open = predecessors.map(\.count)
        var successors = Array(repeating: [Int](), count: durations.count)
        for (operation, earlier) in predecessors.enumerated() {
            for other in earlier { successors[other].append(operation) }
        }
        var ready = MinHeap<Int>()
        var running: [(end: Double, operation: Int)] = []
        var released = 0
        var now = 0.0
        while released < durations.count || !running.isEmpty || !ready.isEmpty {
            while released < durations.count, releases[released] <= now {
                if open[released] == 0 { ready.insert(released) }
                released += 1
            }
            while running.count < workers, let next = ready.removeFirst() {
                starts[next] = now
                running.append((now + durations[next], next))
            }
            let first = running.indices.min { running[$0].end < running[$1].end }
            let release = released < durations.count ? releases[released] : .infinity
            guard let first, running[first].end <= release else {
                now = release
                continue
            }
            let ended = running.remove(at: first)
            now = ended.end
            for successor in successors[ended.operation] {
                open[successor] -= 1
                if open[successor] == 0, successor < released { ready.insert(successor) }
            }
        }
        return starts
    }
}
