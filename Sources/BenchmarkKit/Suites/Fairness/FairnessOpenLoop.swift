/// A trace whose operations arrive on a schedule that nothing delays.
final class FairnessOpenLoop: @unchecked Sendable {
    let recording: FairnessRecording
    private let arrivals: [UInt64]
    /// How late the submissions were; written by the thread that submits, and read after the last of them.
    private(set) var lag = LatencyHistogram()

    /// - Parameter arrivals: Of the trace's operations, in nanoseconds since the beginning.
    init(_ trace: FairnessTrace, _ arrivals: [UInt64]) {
        recording = FairnessRecording(trace)
        self.arrivals = arrivals
    }

    /// Waiting time counts from the scheduled arrival, which is what the recording gets.
    func submitAll(_ submit: @escaping @Sendable (Int) -> Void) async {
        await OpenLoop.run(
            arrivals,
            begin: { [self] origin in
                for (index, arrival) in arrivals.enumerated() { recording[index].submitted = origin + arrival }
            },
            submit: { [self] index in
                lag.record(MonotonicClock.nanoseconds() - recording[index].submitted)
                submit(index)
            })
    }
}
