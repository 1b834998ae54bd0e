import TaskStore
import TestSupport
import Testing

/// What happens to a key's tasks when another is added, and when one is cancelled.
@MainActor
struct DuplicateKeyTests {
    private let systemUnderTest = TaskStore<String>()
    private let log = EventLog<String>()

    /// A task that logs its start, waits for `gate`, and logs its end. Cancellation does not end its wait.
    @discardableResult
    private func add(
        _ label: String, _ behavior: TaskStoreDuplicateKeyBehavior, _ gate: Gate, key: String = "key"
    ) -> Task<Void, Never> {
        systemUnderTest.addIsolatedTask(forKey: key, duplicateKeyBehavior: behavior) { [log] in
            log.append("start \(label)")
            await gate.wait()
            log.append(Task.isCancelled ? "end \(label), cancelled" : "end \(label)")
        }
    }

    /// Lets whatever can go on do so: all of it happens on the main actor.
    private func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    // MARK: Behaviours

    @Test func `By default the previous task is cancelled and the new one starts at once`() async {
        let gates = [Gate(), Gate()]
        let first = add("a", .cancelPrevious(wait: false), gates[0])
        await settle()
        let second = systemUnderTest.addIsolatedTask(forKey: "key") { [log] in log.append("b") }
        #expect(first.isCancelled)
        await second.value
        #expect(log.take() == ["start a", "b"])
        gates[0].open()
        await first.value
        #expect(log.take() == ["end a, cancelled"])
    }

    @Test func `With wait the previous task is cancelled and the new one starts when it has ended`() async {
        let gates = [Gate(), Gate()]
        let first = add("a", .cancelPrevious(wait: true), gates[0])
        await settle()
        gates[1].open()
        let second = add("b", .cancelPrevious(wait: true), gates[1])
        #expect(first.isCancelled)
        await settle()
        #expect(log.take() == ["start a"])
        gates[0].open()
        await second.value
        #expect(log.take() == ["end a, cancelled", "start b", "end b"])
    }

    @Test func `wait starts the new task when the previous one has ended, uncancelled`() async {
        let gates = [Gate(), Gate(), Gate()]
        gates[1].open()
        gates[2].open()
        add("a", .wait, gates[0])
        add("b", .wait, gates[1])
        let third = add("c", .wait, gates[2])
        await settle()
        #expect(log.take() == ["start a"])
        gates[0].open()
        await third.value
        #expect(log.take() == ["end a", "start b", "end b", "start c", "end c"])
    }

    @Test(arguments: [TaskStoreDuplicateKeyBehavior.wait, .cancelPrevious(wait: true)])
    func `A concurrent task waits for the previous one as well`(behavior: TaskStoreDuplicateKeyBehavior) async {
        let gate = Gate()
        add("a", .wait, gate)
        await settle()
        let second = systemUnderTest.addConcurrentTask(forKey: "key", duplicateKeyBehavior: behavior) { [log] in
            log.append("start b")
        }
        // It has had every chance to start too early.
        for _ in 0..<10 { await Task.detached {}.value }
        #expect(log.take() == ["start a"])
        gate.open()
        await second.value
        #expect(log.take().last == "start b")
    }

    @Test func `runConcurrently runs both at once`() async {
        let gates = [Gate(), Gate()]
        let first = add("a", .runConcurrently, gates[0])
        let second = add("b", .runConcurrently, gates[1])
        await settle()
        #expect(log.take() == ["start a", "start b"])
        #expect(systemUnderTest.currentTask(forKey: "key") == second)
        for gate in gates { gate.open() }
        await first.value
        await second.value
        #expect(log.take().sorted() == ["end a", "end b"])
    }

    @Test func `preferPrevious keeps the task that is there, also one that was cancelled, and drops the operation`()
        async
    {
        let gate = Gate()
        let first = add("a", .preferPrevious, gate)
        #expect(add("b", .preferPrevious, gate) == first)
        await settle()
        first.cancel()
        #expect(add("c", .preferPrevious, gate) == first)
        gate.open()
        await first.value
        #expect(log.take() == ["start a", "end a, cancelled"])
        let next = add("d", .preferPrevious, gate)
        #expect(next != first)
        await next.value
        #expect(log.take() == ["start d", "end d"])
    }

    @Test func `Keys have nothing to do with each other`() async {
        let gate = Gate()
        let first = add("a", .wait, gate, key: "one")
        let second = add("b", .cancelPrevious(wait: false), gate, key: "two")
        await settle()
        #expect(log.take() == ["start a", "start b"])
        #expect(!first.isCancelled)
        #expect(systemUnderTest.runningTaskKeys == ["one", "two"])
        gate.open()
        await first.value
        await second.value
    }

    // MARK: Current and replaced tasks

    @Test func `The replaced task is no longer tracked, and never removes the newer one's entry`() async {
        let gates = [Gate(), Gate()]
        let first = add("a", .runConcurrently, gates[0])
        let second = add("b", .runConcurrently, gates[1])
        #expect(systemUnderTest.runningTaskCount == 1)
        gates[0].open()
        await first.value
        #expect(systemUnderTest.currentTask(forKey: "key") == second)
        gates[1].open()
        await second.value
        #expect(!systemUnderTest.taskIsRunning(forKey: "key"))
    }

    @Test(arguments: [true, false])
    func `Cancelling the current task also cancels those that it replaced`(throughTheStore: Bool) async {
        let gate = Gate()
        let tasks = ["a", "b", "c"].map { add($0, .runConcurrently, gate) }
        await settle()
        if throughTheStore {
            systemUnderTest.cancelTask(forKey: "key")
        } else {
            tasks[2].cancel()
        }
        #expect(tasks.allSatisfy { $0.isCancelled })
        gate.open()
        for task in tasks { await task.value }
    }

    @Test func `Those replaced by one that has ended meanwhile are cancelled as well`() async {
        let gates = [Gate(), Gate(), Gate()]
        let tasks = zip(["a", "b", "c"], gates).map { add($0, .runConcurrently, $1) }
        gates[1].open()
        await tasks[1].value
        systemUnderTest.cancelTask(forKey: "key")
        #expect(tasks[0].isCancelled && tasks[2].isCancelled)
        for gate in gates { gate.open() }
        for task in tasks { await task.value }
    }

    @Test func `Cancelling a replaced task spares the newer one`() async {
        let gate = Gate()
        let tasks = ["a", "b", "c"].map { add($0, .runConcurrently, gate) }
        await settle()
        tasks[1].cancel()
        #expect(tasks.map(\.isCancelled) == [true, true, false])
        gate.open()
        for task in tasks { await task.value }
    }

    @Test func `Cancelling one that waits also cancels the one that it waits for, and waits on`() async {
        let gate = Gate()
        let first = add("a", .wait, gate)
        await settle()
        let second = add("b", .wait, gate)
        await settle()
        second.cancel()
        #expect(first.isCancelled)
        await settle()
        #expect(log.take() == ["start a"])
        #expect(systemUnderTest.currentTask(forKey: "key") == second)
        gate.open()
        await second.value
        #expect(log.take() == ["end a, cancelled"])
    }

    @Test func `cancelAllTasks cancels every key's tasks, replaced ones too`() async {
        let gate = Gate()
        let tasks = [
            add("a", .runConcurrently, gate), add("b", .runConcurrently, gate), add("c", .wait, gate, key: "other"),
        ]
        await settle()
        systemUnderTest.cancelAllTasks()
        #expect(tasks.allSatisfy { $0.isCancelled })
        #expect(systemUnderTest.runningTaskCount == 2)
        gate.open()
        for task in tasks { await task.value }
        #expect(systemUnderTest.runningTaskCount == 0)
    }

    @Test func `Cancelling a key without a task changes nothing`() async {
        systemUnderTest.cancelTask(forKey: "key")
        systemUnderTest.cancelAllTasks()
        let gate = Gate()
        gate.open()
        await add("a", .wait, gate).value
        #expect(log.take() == ["start a", "end a"])
    }

    // MARK: Never started

    @Test func `A task cancelled before its operation started never runs it`() async {
        let gate = Gate()
        gate.open()
        let task = add("a", .wait, gate)
        task.cancel()
        await task.value
        #expect(log.take() == [])
    }

    @Test(arguments: [TaskStoreDuplicateKeyBehavior.wait, .cancelPrevious(wait: true)])
    func `One that waits and is replaced with cancellation never runs, and the newest still waits for the first`(
        behavior: TaskStoreDuplicateKeyBehavior
    ) async {
        let gate = Gate()
        let open = Gate()
        open.open()
        add("a", .wait, gate)
        await settle()
        add("b", behavior, open)
        let third = add("c", .cancelPrevious(wait: true), open)
        await settle()
        #expect(log.take() == ["start a"])
        gate.open()
        await third.value
        #expect(log.take() == ["end a, cancelled", "start c", "end c"])
    }

    // MARK: Many

    @Test(arguments: [
        TaskStoreDuplicateKeyBehavior.cancelPrevious(wait: false), .cancelPrevious(wait: true), .wait, .runConcurrently,
        .preferPrevious,
    ])
    func `Ten thousand replacements of one key neither overflow the stack nor keep anything alive`(
        behavior: TaskStoreDuplicateKeyBehavior
    ) async {
        let alive = Shared(0)
        let gate = Gate()
        var tasks: [Task<Void, Never>] = []
        for index in 0..<10_000 {
            let counted = Counted(in: alive)
            tasks.append(
                systemUnderTest.addIsolatedTask(forKey: "key", duplicateKeyBehavior: behavior) {
                    counted.touch()
                    await gate.wait()
                })
            // Some begin before they are replaced.
            if index % 100 == 0 { await Task.yield() }
        }
        #expect(systemUnderTest.runningTaskCount == 1)
        gate.open()
        for task in tasks { await task.value }
        tasks = []
        #expect(systemUnderTest.runningTaskCount == 0)
        #expect(await alive.becomes(0))
    }

    @Test func `Cancelling the last of ten thousand that run cancels them all`() async {
        let gate = Gate()
        let tasks = (0..<10_000).map { add("\($0)", .runConcurrently, gate) }
        await settle()
        tasks[9_999].cancel()
        #expect(tasks.allSatisfy { $0.isCancelled })
        gate.open()
        for task in tasks { await task.value }
    }

    @Test func `Awaiting the last of ten thousand that wait with a higher priority does not overflow the stack`() async
    {
        let gate = Gate()
        let last = (0..<10_000).map { add("\($0)", .wait, gate) }.last!
        let waiter = Task(priority: .high) { await last.value }
        await settle()
        gate.open()
        await waiter.value
        #expect(log.take().count == 20_000)
    }
}

extension Shared where Value == Int {
    /// A task lets go of its closure just after it has ended.
    func becomes(_ expected: Int) async -> Bool {
        for _ in 0..<100_000 where value != expected { await Task.yield() }
        return value == expected
    }
}
