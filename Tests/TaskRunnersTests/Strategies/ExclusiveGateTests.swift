import TestSupport
import Testing

@testable import TaskRunners

struct ExclusiveGateTests {
    private let systemUnderTest = ExclusiveGate(name: "payment")

    @Test func `A second entry while one runs is refused, and does not run`() async throws {
        let entered = Gate()
        let mayEnd = Gate()
        let first = Task { [systemUnderTest] in
            try await systemUnderTest.run {
                entered.open()
                await mayEnd.wait()
                return 1
            }
        }
        await entered.wait()
        #expect(systemUnderTest.isBusy)
        await #expect(throws: ExclusiveGate.Busy(gate: "payment")) {
            try await systemUnderTest.run { Issue.record("a refused operation ran") }
        }
        mayEnd.open()
        #expect(try await first.value == 1)
        #expect(!systemUnderTest.isBusy)
    }

    @Test func `It opens again after a success, an error and a cancellation`() async throws {
        #expect(try await systemUnderTest.run { 1 } == 1)
        await #expect(throws: Failure(2)) { try await systemUnderTest.run { throw Failure(2) } }
        await #expect(throws: CancellationError.self) {
            try await withCancelledTask { [systemUnderTest] in
                try await systemUnderTest.run { try Task.checkCancellation() }
            }
        }
        #expect(try await systemUnderTest.run { 3 } == 3)
    }

    @Test func `An operation that enters its own gate is refused as well`() async throws {
        try await systemUnderTest.run { [systemUnderTest] in
            await #expect(throws: ExclusiveGate.Busy.self) { try await systemUnderTest.run {} }
        }
        #expect(!systemUnderTest.isBusy)
    }

    @Test @MainActor func `The operation runs on the caller's actor, and may use what is not sendable`() async throws {
        final class Box { var value = 0 }
        let box = Box()
        try await systemUnderTest.run {
            MainActor.assertIsolated()
            box.value += 1
            await Task.yield()
            MainActor.assertIsolated()
        }
        #expect(box.value == 1)
    }

    @Test func `Of many that race for it one at a time is inside`() async throws {
        let inside = Shared(0)
        let entries = Shared((entered: 0, refused: 0))
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [systemUnderTest] in
                    for _ in 0..<5_000 {
                        do {
                            try await systemUnderTest.run {
                                inside.update { $0 += 1 }
                                if inside.value != 1 { Issue.record("two inside") }
                                inside.update { $0 -= 1 }
                            }
                            entries.update { $0.entered += 1 }
                        } catch {
                            entries.update { $0.refused += 1 }
                        }
                    }
                }
            }
        }
        #expect(entries.value.entered + entries.value.refused == 40_000 && entries.value.entered > 0)
    }

    @Test func `The refusal says in words what was the matter`() {
        #expect("\(ExclusiveGate.Busy(gate: "payment"))".hasPrefix("the gate 'payment' is busy"))
        #expect("\(ExclusiveGate.Busy(gate: nil))".hasPrefix("the gate is busy"))
    }
}
