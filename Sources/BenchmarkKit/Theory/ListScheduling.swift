/// The makespan of operations that wait for some earlier ones, on so many workers, each of which always takes the
/// earliest operation that may start: what a runner that costs nothing would need.
///
/// R. L. Graham, "Bounds on Multiprocessing Timing Anomalies" (1969).
enum ListScheduling {
    /// - Parameters:
    ///   - durations: Of each operation, in submission order.
    ///   - predecessors: Of each operation, all earlier.
    ///   - workers: At least 1.
    /// - Returns: When the last operation ends, in the unit of `durations`.
    static func makespan(durations: [Double], predecessors: [[Int]], workers: Int) -> Double {
        var open = predecessors.map(\.count)
        var successors = Array(repeating: [Int](), count: durations.count)
        for (operation, earlier) in predecessors.enumerated() {
            for other in earlier { successors[other].append(operation) }
        }
        var ready = Set(open.indices.filter { open[$0] == 0 })
        var running: [(end: Double, operation: Int)] = []
        var now = 0.0
        while !ready.isEmpty || !running.isEmpty {
            while running.count < workers, let next = ready.min() {
                ready.remove(next)
                running.append((now + durations[next], next))
            }
            let first = running.indices.min { running[$0].end < running[$1].end }!
            let ended = running.remove(at: first)
            now = ended.end
            for successor in successors[ended.operation] {
                open[successor] -= 1
                if open[successor] == 0 { ready.insert(successor) }
            }
        }
        return now
    }
}
