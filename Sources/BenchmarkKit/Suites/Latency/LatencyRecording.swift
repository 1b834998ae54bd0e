import Foundation

/// The moments of one open-loop run: where the operations write when they start and end, by index.
final class LatencyRecording: @unchecked Sendable {
    let schedule: ArrivalSchedule
    /// Nanoseconds of the clock at which the schedule begins.
    private(set) var origin: UInt64 = 0
    // Written by the submitter and by each operation at its own index; read after all have ended.
    private let submitted: UnsafeMutablePointer<UInt64>
    private let started: UnsafeMutablePointer<UInt64>
    private let ended: UnsafeMutablePointer<UInt64>

    init(_ schedule: ArrivalSchedule) {
        self.schedule = schedule
        func array() -> UnsafeMutablePointer<UInt64> {
            let array = UnsafeMutablePointer<UInt64>.allocate(capacity: schedule.arrivals.count)
            array.initialize(repeating: 0, count: schedule.arrivals.count)
            return array
        }
        (submitted, started, ended) = (array(), array(), array())
    }

    deinit { for array in [submitted, started, ended] { array.deallocate() } }

    /// Runs in an operation.
    func serve(_ index: Int) {
        let start = MonotonicClock.nanoseconds()
        started[index] = start
        BusyLoop.spin(until: start + schedule.services[index])
        ended[index] = MonotonicClock.nanoseconds()
    }

    /// Submits every operation at its scheduled time from a thread of its own, whatever the service does: a loop
    /// that waited would hide just the waits that are asked for.
    ///
    /// The thread is put before all others where the system allows it, and then sleeps to shortly before each
    /// arrival. Where it does not, a thread that slept would come back late on a core that a service keeps busy
    /// (seen: 1 % of the arrivals 0.4 ms late at half load), so it keeps its core by spinning.
    func submitAll(_ submit: @escaping @Sendable (Int) -> Void) async {
        await withCheckedContinuation { continuation in
            let thread = Thread { [self] in
                let sleeps = Self.goFirst() || ProcessInfo.processInfo.activeProcessorCount == 1
                origin = MonotonicClock.nanoseconds() + 1_000_000
                for (index, arrival) in schedule.arrivals.enumerated() {
                    let due = origin + arrival
                    let now = MonotonicClock.nanoseconds()
                    if sleeps, due > now + 150_000 { Self.sleep(nanoseconds: due - now - 100_000) }
                    BusyLoop.spin(until: due)
                    submitted[index] = MonotonicClock.nanoseconds()
                    submit(index)
                }
                continuation.resume()
            }
            thread.name = "arrivals"
            thread.start()
        }
    }

    /// Gives the calling thread real-time priority. Returns whether the system did; it does so for few users.
    private static func goFirst() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_FIFO)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }

    private static func sleep(nanoseconds: UInt64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// What the moments say.
    struct Figures {
        var toStart = LatencyHistogram()
        var toFinish = LatencyHistogram()
        var lag = LatencyHistogram()
        var wakeUps = LatencyHistogram()
        var meanWait = 0.0
        /// What theory gives for the measured moments of service and wake-up.
        var expectedWait = 0.0
        /// What Lindley's recursion gives for the arrivals and services of this very run.
        var pathWait = 0.0
    }

    /// A service lasts to the next start where the next was waiting already, so that the hand-off counts as part
    /// of it. That holds for a server that takes one at a time and in order.
    func figures() -> Figures {
        var figures = Figures()
        let count = schedule.arrivals.count
        var waits = 0.0
        var services: [Double] = []
        var wakeUps: [Double] = []
        for index in 0..<count {
            let due = origin + schedule.arrivals[index]
            let wait = started[index] &- due
            figures.toStart.record(wait)
            figures.toFinish.record(ended[index] &- due)
            figures.lag.record(submitted[index] &- due)
            waits += Double(wait)
            if index == 0 || due >= ended[index - 1] {
                figures.wakeUps.record(wait)
                wakeUps.append(Double(wait))
            }
            let hasSuccessor = index + 1 < count && origin + schedule.arrivals[index + 1] < ended[index]
            services.append(Double((hasSuccessor ? started[index + 1] : ended[index]) &- started[index]))
        }
        let rate = Double(count) / Double(max(schedule.arrivals[count - 1], 1))
        let setUp = QueueingTheory.Moments(wakeUps)
        figures.meanWait = waits / Double(count)
        figures.expectedWait = QueueingTheory.meanWait(
            arrivalRate: rate, service: QueueingTheory.Moments(services), setUp: setUp)
        figures.pathWait = QueueingTheory.meanWait(
            arrivals: schedule.arrivals.map { Double($0) }, services: services, setUp: setUp.mean)
        return figures
    }
}
