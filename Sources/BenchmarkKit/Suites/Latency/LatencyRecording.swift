import Dispatch

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

    /// Notes that the operation ran, which has nothing to do.
    func pass(_ index: Int) {
        started[index] = MonotonicClock.nanoseconds()
        ended[index] = started[index]
    }

    /// Runs in an operation that suspends: sleeps to shortly before its end, since a sleep alone lasts too long by up to a
    /// tenth of a millisecond, and never the same.
    func serveSleeping(_ index: Int) async {
        let start = MonotonicClock.nanoseconds()
        started[index] = start
        let length = schedule.services[index]
        if length > Self.sleepIsLate { try? await Task.sleep(nanoseconds: length - Self.sleepIsLate) }
        BusyLoop.spin(until: start + length)
        ended[index] = MonotonicClock.nanoseconds()
    }

    private static let sleepIsLate: UInt64 = 150_000

    /// Submits every operation at its scheduled time, whatever the service does.
    func submitAll(_ submit: @escaping @Sendable (Int) -> Void) async {
        await OpenLoop.run(
            schedule.arrivals, begin: { [self] in origin = $0 },
            submit: { [self] index in
                submitted[index] = MonotonicClock.nanoseconds()
                submit(index)
            })
    }

    /// As ``submitAll(_:)``, from the main actor, which is asked for a turn at each scheduled time. Returns the nanoseconds
    /// that each call took.
    func submitAllOnMainActor(_ submit: @escaping @Sendable (Int) -> Void) async -> LatencyHistogram {
        let costs = MainActorCosts()
        await OpenLoop.run(
            schedule.arrivals, begin: { [self] in origin = $0 },
            submit: { index in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        let start = MonotonicClock.nanoseconds()
                        self.submitted[index] = start
                        submit(index)
                        costs.histogram.record(MonotonicClock.nanoseconds() - start)
                    }
                }
            })
        // Behind the last of them.
        return await costs.histogram
    }

    @MainActor private final class MainActorCosts {
        var histogram = LatencyHistogram()
        nonisolated init() {}
    }

    /// The moments of an operation.
    subscript(index: Int) -> (submitted: UInt64, started: UInt64, ended: UInt64) {
        get { (submitted[index], started[index], ended[index]) }
        set { (submitted[index], started[index], ended[index]) = newValue }
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
        /// What the recursion gives for the arrivals and services of this very run.
        var pathWait = 0.0
        /// The most operations that ran at the same time.
        var mostAtOnce = 0
    }

    /// A service lasts to the next start on its server where the next was waiting already, so that the hand-off counts as
    /// part of it. That holds for servers that take one at a time each, and in order.
    ///
    /// - Parameter servers: How many operations may run at once.
    func figures(servers: Int = 1) -> Figures {
        var figures = Figures()
        let count = schedule.arrivals.count
        var waits = 0.0
        var services: [Double] = []
        var wakeUps: [Double] = []
        // The latest operation of each server.
        var running: [Int] = []
        for index in 0..<count {
            let due = origin + schedule.arrivals[index]
            let wait = started[index] &- due
            figures.toStart.record(wait)
            figures.toFinish.record(ended[index] &- due)
            figures.lag.record(submitted[index] &- due)
            waits += Double(wait)
            services.append(Double(ended[index] &- started[index]))
            var free: Int?
            if running.count == servers,
                let first = running.indices.min(by: { ended[running[$0]] < ended[running[$1]] })
            {
                free = running.remove(at: first)
            }
            if let free, due < ended[free] {
                services[free] += Double(started[index]) - Double(ended[free])
            } else {
                figures.wakeUps.record(wait)
                wakeUps.append(Double(wait))
            }
            running.append(index)
        }
        let rate = Double(count) / Double(max(schedule.arrivals[count - 1], 1))
        let (service, setUp) = (QueueingTheory.Moments(services), QueueingTheory.Moments(wakeUps))
        figures.meanWait = waits / Double(count)
        figures.expectedWait =
            servers == 1
            ? QueueingTheory.meanWait(arrivalRate: rate, service: service, setUp: setUp)
            : ErlangC(servers: servers, offeredLoad: rate * service.mean)
                .meanWait(meanService: service.mean, meanSetUp: setUp.mean)
        figures.pathWait = QueueingTheory.meanWait(
            arrivals: schedule.arrivals.map { Double($0) }, services: services, setUp: setUp.mean, servers: servers)
        figures.mostAtOnce = mostAtOnce
        return figures
    }

    /// From the call to the start.
    var sinceSubmission: LatencyHistogram {
        histogram { started[$0] &- submitted[$0] }
    }

    /// From the scheduled arrival to the start.
    var sinceArrival: LatencyHistogram {
        histogram { started[$0] &- (origin + schedule.arrivals[$0]) }
    }

    private func histogram(_ nanoseconds: (Int) -> UInt64) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for index in schedule.arrivals.indices { histogram.record(nanoseconds(index)) }
        return histogram
    }

    private var mostAtOnce: Int {
        let changes = schedule.arrivals.indices.flatMap { [(started[$0], 1), (ended[$0], -1)] }
        var (running, most) = (0, 0)
        for (_, change) in changes.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
            running += change
            most = max(most, running)
        }
        return most
    }
}
