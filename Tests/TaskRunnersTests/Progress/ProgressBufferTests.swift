import Testing

@testable import TaskRunners

/// What a job's delivery is told to do, without tasks or time.
struct ProgressBufferTests {
    private typealias Buffer = ProgressBuffer<Int>

    /// Drives a buffer as the channel does.
    private final class Driver {
        var buffer: Buffer

        init(interval: Duration) { buffer = Buffer(interval: interval) }

        func next() -> (step: Buffer.Step, taken: [Int]) {
            var taken: ContiguousArray<Int> = []
            let step = buffer.next(&taken)
            return (step, Array(taken))
        }

        /// Returns whether it was news.
        func report(_ event: Int, at time: Duration = .zero) -> Bool {
            buffer.events.append(event)
            guard buffer.events.count == buffer.newsCount else { return false }
            _ = buffer.reachNewsCount { time }
            return true
        }

        func delivered() { _ = buffer.delivered() }
        func timerFired() { _ = buffer.timerFired() }
        func close() { _ = buffer.close() }
        func wait(_ continuation: UnsafeContinuation<Void, Never>) -> Bool { buffer.wait(continuation) }
    }

    @Test func `Only the first event of many wakes the delivery`() {
        let systemUnderTest = Driver(interval: .zero)
        #expect(systemUnderTest.next() == (.wait, []))
        #expect(systemUnderTest.report(1))
        #expect(!systemUnderTest.report(2))
        #expect(!systemUnderTest.report(3))
        #expect(systemUnderTest.next() == (.deliver, [1, 2, 3]))
    }

    @Test func `While a batch is delivered the next one only gathers`() {
        let systemUnderTest = Driver(interval: .zero)
        _ = systemUnderTest.report(1)
        #expect(systemUnderTest.next() == (.deliver, [1]))
        #expect(!systemUnderTest.report(2))
        #expect(systemUnderTest.next() == (.wait, []))
        systemUnderTest.delivered()
        #expect(systemUnderTest.next() == (.deliver, [2]))
    }

    @Test func `Many that gather are combined meanwhile`() {
        let systemUnderTest = Driver(interval: .zero)
        _ = systemUnderTest.report(0)
        #expect(systemUnderTest.next().step == .deliver)
        #expect(systemUnderTest.next().step == .wait)
        var news = 0
        for event in 0..<Buffer.mostPending where systemUnderTest.report(event) { news += 1 }
        #expect(news == 1)
        #expect(systemUnderTest.next() == (.combine, Array(0..<Buffer.mostPending)))
        #expect(systemUnderTest.next().step == .wait)
        systemUnderTest.delivered()
        // What was combined is delivered, though nothing was reported since.
        #expect(systemUnderTest.next() == (.deliver, []))
    }

    @Test func `The interval begins with the first event, also while another batch is delivered`() {
        let systemUnderTest = Driver(interval: .seconds(1))
        #expect(systemUnderTest.report(1, at: .seconds(5)))
        #expect(!systemUnderTest.report(2, at: .seconds(5.5)))
        #expect(systemUnderTest.next() == (.startTimer(due: .seconds(6)), [1, 2]))
        #expect(systemUnderTest.next().step == .wait)
        systemUnderTest.timerFired()
        #expect(systemUnderTest.next() == (.deliver, []))
        #expect(systemUnderTest.report(3, at: .seconds(7)))
        #expect(systemUnderTest.next() == (.startTimer(due: .seconds(8)), [3]))
        systemUnderTest.timerFired()
        // The main actor still has the batch before.
        #expect(systemUnderTest.next().step == .wait)
        systemUnderTest.delivered()
        #expect(systemUnderTest.next().step == .deliver)
    }

    @Test func `Closing makes what is pending due, and finishes after its delivery`() {
        let systemUnderTest = Driver(interval: .seconds(1))
        _ = systemUnderTest.report(1)
        #expect(systemUnderTest.next().step == .startTimer(due: .seconds(1)))
        _ = systemUnderTest.report(2)
        systemUnderTest.close()
        #expect(!systemUnderTest.buffer.isOpen)
        #expect(systemUnderTest.next() == (.deliver, [2]))
        #expect(systemUnderTest.next().step == .wait)
        systemUnderTest.delivered()
        #expect(systemUnderTest.next().step == .finish)
    }

    @Test func `Closed before anything was reported it is finished`() {
        let systemUnderTest = Driver(interval: .zero)
        systemUnderTest.close()
        #expect(systemUnderTest.next().step == .finish)
    }

    @Test func `News that comes before the delivery waits is not missed`() async {
        let systemUnderTest = Driver(interval: .zero)
        #expect(systemUnderTest.next().step == .wait)
        _ = systemUnderTest.report(1)
        await withUnsafeContinuation { continuation in
            #expect(!systemUnderTest.wait(continuation))
            continuation.resume()
        }
        #expect(systemUnderTest.next().step == .deliver)
    }
}
