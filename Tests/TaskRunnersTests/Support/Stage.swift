import Synchronization
import TaskRunners
import TestSupport

/// Operations on a manual executor: each logs its start, waits to be let go, and logs its end.
///
/// After `settle()` and `end(_:)` whatever could go on has gone on. What they return is therefore all that
/// happened, and what they do not return did not.
final class Stage: Sendable {
    let executor: ManualExecutor
    let log = EventLog<String>()
    private let gates = Mutex<[String: Gate]>([:])

    init(seed: UInt64? = nil) {
        executor = ManualExecutor(seed: seed)
    }

    private func gate(_ label: String) -> Gate {
        gates.withLock { gates in
            if let gate = gates[label] { return gate }
            let gate = Gate()
            gates[label] = gate
            return gate
        }
    }

    /// An operation that logs `start label`, then waits for `end(label)`, then logs `end label`.
    func operation(_ label: String) -> @Sendable () async throws -> Void {
        let gate = gate(label)
        return { [log] in
            log.append("start \(label)")
            await gate.wait()
            log.append(Task.isCancelled ? "end \(label), cancelled" : "end \(label)")
        }
    }

    /// Logs when `task` has thrown: `label threw CancellationError`.
    func watch<Output: Sendable>(_ task: Task<Output, any Error>, as label: String) {
        Task(executorPreference: executor) { [log] in
            do {
                _ = try await task.value
            } catch is CancellationError {
                log.append("\(label) threw CancellationError")
            } catch {
                log.append("\(label) threw \(error)")
            }
        }
    }

    /// Submits such an operation, and logs what it throws.
    @discardableResult
    func run(_ label: String, on runner: any ExclusiveRunner, priority: TaskPriority? = nil) -> Task<Void, any Error> {
        let task = runner.run(name: label, priority: priority, operation: operation(label))
        watch(task, as: label)
        return task
    }

    /// Submits such an operation, and logs what it throws.
    @discardableResult
    func run<Group>(
        _ label: String, on runner: GroupedTaskRunner<Group>, _ access: TaskAccessMode, _ groups: Set<Group>,
        cancelling: Set<Group> = []
    ) -> Task<Void, any Error> {
        let task = runner.run(
            groups: groups, access: access, cancelling: cancelling, name: label, operation: operation(label))
        watch(task, as: label)
        return task
    }

    /// Lets everything go on that can, and returns what happened since the last time.
    @discardableResult
    func settle() -> [String] {
        executor.drain()
        return log.take()
    }

    /// Lets the operation end once its task gets a thread.
    func letEnd(_ label: String) { gate(label).open() }

    /// Lets the operation end, and whatever follows from that.
    @discardableResult
    func end(_ label: String) -> [String] {
        letEnd(label)
        return settle()
    }
}
