import Synchronization
import TestSupport
import Testing

@testable import TaskRunners

/// The callers run on a manual executor: once it is drained, whoever has called waits. The operations have a gate.
struct SingleFlightTests {
    private let systemUnderTest = SingleFlight<String, Int>()
    private let executor = ManualExecutor()
    private let log = EventLog<String>()

    /// An operation that logs its start, and ends when `gate` opens, whether it is cancelled or not.
    private func operation(_ label: String, _ gate: Gate, _ outcome: Result<Int, Failure> = .success(1))
        -> @Sendable () async throws -> Int
    {
        { [log] in
            log.append("start \(label)")
            await gate.wait()
            log.append(Task.isCancelled ? "end \(label), cancelled" : "end \(label)")
            return try outcome.get()
        }
    }

    private func call(_ key: String, _ operation: @escaping @Sendable () async throws -> Int) -> Task<Int, any Error> {
        let task = Task(executorPreference: executor) { [systemUnderTest] in
            try await systemUnderTest.run(key, operation: operation)
        }
        executor.drain()
        return task
    }

    // MARK: Sharing

    @Test func `Callers of one key share the running operation`() async throws {
        let gate = Gate()
        let calls = ["a", "b", "c"].map { call("key", operation($0, gate, .success($0 == "a" ? 1 : 2))) }
        #expect(systemUnderTest.runningCount == 1)
        executor.setFree()
        gate.open()
        for call in calls { #expect(try await call.value == 1) }
        #expect(log.events == ["start a", "end a"])
        #expect(systemUnderTest.runningCount == 0)
    }

    @Test func `Each key has an operation of its own`() async throws {
        let gate = Gate()
        let calls = ["a", "b"].map { call($0, operation($0, gate)) }
        #expect(systemUnderTest.runningCount == 2)
        executor.setFree()
        gate.open()
        for call in calls { _ = try await call.value }
        #expect(log.events.sorted() == ["end a", "end b", "start a", "start b"])
    }

    @Test func `The next call after it has ended runs anew`() async throws {
        executor.setFree()
        let gate = Gate()
        gate.open()
        #expect(try await call("key", operation("a", gate, .success(1))).value == 1)
        #expect(try await call("key", operation("b", gate, .success(2))).value == 2)
        #expect(log.events == ["start a", "end a", "start b", "end b"])
    }

    @Test func `An error is shared, and not remembered`() async throws {
        let gate = Gate()
        let calls = [call("key", operation("a", gate, .failure(Failure(1)))), call("key", operation("b", gate))]
        executor.setFree()
        gate.open()
        for call in calls { await #expect(throws: Failure(1)) { try await call.value } }
        #expect(try await call("key", operation("c", gate, .success(3))).value == 3)
    }

    @Test func `The operation runs in a task of its own, with the task-locals of the caller that began it`()
        async throws
    {
        let value = try await Marker.$number.withValue(7) {
            try await systemUnderTest.run("key") { Marker.number }
        }
        #expect(value == 7)
    }

    private enum Marker {
        @TaskLocal static var number = 0
    }

    // MARK: Cancellation

    @Test(arguments: [0, 1])
    func `A caller's cancellation ends its own wait at once, and nobody else's`(cancelled: Int) async throws {
        let gate = Gate()
        let calls = ["a", "b"].map { call("key", operation($0, gate)) }
        calls[cancelled].cancel()
        executor.setFree()
        await #expect(throws: CancellationError.self) { try await calls[cancelled].value }
        // It has thrown while the operation still runs.
        #expect(systemUnderTest.runningCount == 1)
        gate.open()
        #expect(try await calls[1 - cancelled].value == 1)
        #expect(log.events == ["start a", "end a"])
    }

    @Test func `When its last caller has left the operation is cancelled`() async throws {
        let cancelled = Gate()
        let started = Gate()
        let operation: @Sendable () async throws -> Int = {
            started.open()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.open()
            }
            throw CancellationError()
        }
        let calls = (0..<3).map { _ in call("key", operation) }
        await started.wait()
        executor.setFree()
        for call in calls {
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        await cancelled.wait()
    }

    @Test func `A call that finds an operation which all have left runs its own after it`() async throws {
        let first = Gate()
        let started = Gate()
        let operationA = operation("a", first)
        let call1 = call("key") {
            started.open()
            return try await operationA()
        }
        await started.wait()
        call1.cancel()
        executor.drain()
        await #expect(throws: CancellationError.self) { try await call1.value }
        let second = Gate()
        second.open()
        let call2 = call("key", operation("b", second, .success(2)))
        let call3 = call("key", operation("c", second, .success(3)))
        #expect(log.events == ["start a"])
        executor.setFree()
        first.open()
        #expect(try await call2.value == 2)
        #expect(try await call3.value == 2)
        #expect(log.events == ["start a", "end a, cancelled", "start b", "end b"])
    }

    @Test func `One that was left before it could start never starts`() async throws {
        let first = Gate()
        let started = Gate()
        let operationA = operation("a", first)
        let calls = [
            call("key") {
                started.open()
                return try await operationA()
            }
        ]
        await started.wait()
        calls[0].cancel()
        executor.drain()
        let second = call("key") {
            Issue.record("an operation that all had left started")
            return 0
        }
        second.cancel()
        executor.drain()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = call("key") { 3 }
        executor.setFree()
        first.open()
        #expect(try await third.value == 3)
        _ = await calls[0].result
    }

    @Test func `A caller that is cancelled before it calls runs nothing`() async {
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { [systemUnderTest] in
                try await systemUnderTest.run("key") {
                    Issue.record("a cancelled caller's operation ran")
                    return 0
                }
            }
        }
        #expect(systemUnderTest.runningCount == 0)
    }

    // MARK: Memory and races

    @Test func `Nothing of an ended operation is kept`() async throws {
        weak var captured: Captured?
        do {
            let own = Captured()
            captured = own
            _ = try await systemUnderTest.run("key") {
                own.touch()
                return 1
            }
        }
        // The operation's task may need a moment to let go of its closure after its callers went on.
        while captured != nil { await Task.yield() }
        #expect(systemUnderTest.runningCount == 0)
    }

    @Test func `Callers that come, go and are cancelled at once lose nothing`() async {
        let races = Shared((values: 0, cancellations: 0))
        let inside = Shared<[Int: Int]>([:])
        let flights = SingleFlight<Int, Int>()
        await withTaskGroup { group in
            for caller in 0..<8 {
                group.addTask {
                    var generator = SplitMix64(seed: UInt64(caller))
                    for _ in 0..<1_000 {
                        let key = generator.next(below: 2)
                        let task = Task {
                            try await flights.run(key) {
                                inside.update { $0[key, default: 0] += 1 }
                                if inside.value[key] != 1 { Issue.record("two operations of one key") }
                                await Task.yield()
                                inside.update { $0[key, default: 0] -= 1 }
                                return key
                            }
                        }
                        if generator.next(below: 3) == 0 { task.cancel() }
                        switch await task.result {
                        case .success(let value):
                            #expect(value == key)
                            races.update { $0.values += 1 }
                        case .failure(let error):
                            #expect(error is CancellationError)
                            races.update { $0.cancellations += 1 }
                        }
                    }
                }
            }
        }
        #expect(races.value.values + races.value.cancellations == 8_000)
        // Operations that all have left may still be ending.
        while flights.runningCount > 0 { await Task.yield() }
    }

    @Test func `Nobody who was not cancelled is told so`() async {
        let flights = SingleFlight<Int, Int>()
        await withTaskGroup { group in
            for caller in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        let task = Task { try await flights.run(0) { 1 } }
                        if caller == 0 {
                            task.cancel()
                            _ = await task.result
                        } else {
                            await #expect(throws: Never.self) { try await task.value }
                        }
                    }
                }
            }
        }
    }
}
