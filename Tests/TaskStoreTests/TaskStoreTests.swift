import Observation
import TaskStore
import TestSupport
import Testing

/// Where tasks run, what they are called, how long they live, and who is told.
@MainActor
struct TaskStoreTests {
    private let systemUnderTest = TaskStore<String>()

    private enum Kind: CaseIterable { case concurrent, isolated, immediate }

    private func add(_ kind: Kind, to store: TaskStore<String>, _ operation: @escaping @Sendable () async -> Void)
        -> Task<Void, Never>
    {
        switch kind {
        case .concurrent: store.addConcurrentTask(forKey: "key", operation: operation)
        case .isolated: store.addIsolatedTask(forKey: "key") { await operation() }
        case .immediate: store.addImmediateTask(forKey: "key") { await operation() }
        }
    }

    // MARK: Isolation

    @Test func `A concurrent task runs off the caller's actor`() async {
        await systemUnderTest.addConcurrentTask(forKey: "key") { #expect(!MainQueue.isCurrent) }.value
    }

    @Test func `An isolated task runs on the caller's actor and may change its state`() async {
        final class Box { var value = 0 }
        let box = Box()
        await systemUnderTest.addIsolatedTask(forKey: "key") {
            MainActor.assertIsolated()
            box.value = 1
            await Task.yield()
            MainActor.assertIsolated()
        }.value
        #expect(box.value == 1)
    }

    private actor Home {
        let tasks = TaskStore<Int>()
        var value = 0

        func add() -> Task<Void, Never> {
            tasks.addIsolatedTask(forKey: 1) { self.value += 1 }
        }
        func addImmediate() -> (Task<Void, Never>, valueAtReturn: Int) {
            let task = tasks.addImmediateTask(forKey: 1) { self.value += 1 }
            return (task, value)
        }
        func addConcurrent() -> Task<Void, Never> {
            tasks.addConcurrentTask(forKey: 1) { await self.increment() }
        }
        func increment() { value += 1 }
        var count: Int { tasks.runningTaskCount }
    }

    @Test func `It works on any actor`() async {
        let home = Home()
        await home.add().value
        #expect(await home.addImmediate().valueAtReturn == 2)
        await home.addConcurrent().value
        #expect(await home.value == 3)
        #expect(await home.count == 0)
    }

    @Test func `An isolated task runs on the caller's actor also from a function with an isolated parameter`() async {
        let log = EventLog<Bool>()
        await addIsolated(log, isolation: MainActor.shared)
        #expect(log.events == [true, true, true])
    }

    @Test func `An immediate task runs at once, up to its first suspension`() async {
        let log = EventLog<String>()
        let gate = Gate()
        let task = systemUnderTest.addImmediateTask(forKey: "key") {
            MainActor.assertIsolated()
            log.append("begun")
            await gate.wait()
            MainActor.assertIsolated()
            log.append("ended")
        }
        #expect(log.events == ["begun"])
        gate.open()
        await task.value
        #expect(log.events == ["begun", "ended"])
        #expect(!systemUnderTest.taskIsRunning(forKey: "key"))
    }

    @Test func `An immediate task that does not suspend has ended when it is returned, and left no entry`() async {
        let task = systemUnderTest.addImmediateTask(forKey: "key") {}
        #expect(!systemUnderTest.taskIsRunning(forKey: "key"))
        await task.value
    }

    @Test func `An immediate task can ask for itself, and cancel itself, before it is returned`() async {
        let log = EventLog<Bool>()
        let tasks = systemUnderTest
        var own: Task<Void, Never>?
        let task = tasks.addImmediateTask(forKey: "key") {
            own = tasks.currentTask(forKey: "key")
            tasks.cancelTask(forKey: "key")
            log.append(Task.isCancelled)
        }
        #expect(own == task)
        #expect(log.events == [true])
    }

    @Test func `An immediate task that has to wait does so before it begins`() async {
        let gate = Gate()
        let log = EventLog<String>()
        systemUnderTest.addIsolatedTask(forKey: "key") { await gate.wait() }
        let task = systemUnderTest.addImmediateTask(forKey: "key", duplicateKeyBehavior: .wait) { log.append("begun") }
        #expect(log.events.isEmpty)
        gate.open()
        await task.value
        #expect(log.events == ["begun"])
    }

    @Test(arguments: [TaskPriority.high, .low])
    func `Tasks get the priority given`(priority: TaskPriority) async {
        let log = EventLog<TaskPriority>()
        // Nobody awaits them with another priority meanwhile.
        let gate = Latch(2)
        systemUnderTest.addConcurrentTask(forKey: "a", priority: priority) {
            log.append(Task.basePriority ?? .medium)
            gate.countDown()
        }
        systemUnderTest.addIsolatedTask(forKey: "b", priority: priority) {
            log.append(Task.basePriority ?? .medium)
            gate.countDown()
        }
        await gate.wait()
        #expect(log.events == [priority, priority])
    }

    // MARK: Entries

    @Test(arguments: [0, 1, 2])
    func `A task's entry is gone by the time its value is there`(kind: Int) async {
        for _ in 0..<500 {
            let task = add(Kind.allCases[kind], to: systemUnderTest) { await Task.yield() }
            #expect(systemUnderTest.taskIsRunning(forKey: "key"))
            #expect(systemUnderTest.currentTask(forKey: "key") == task)
            await task.value
            #expect(!systemUnderTest.taskIsRunning(forKey: "key"))
            #expect(systemUnderTest.currentTask(forKey: "key") == nil)
        }
    }

    @Test func `The keys and their number are those of the current tasks`() async {
        let gate = Gate()
        let tasks = (0..<5).map { number in
            systemUnderTest.addIsolatedTask(forKey: "\(number % 3)", duplicateKeyBehavior: .runConcurrently) {
                await gate.wait()
            }
        }
        #expect(systemUnderTest.runningTaskCount == 3)
        #expect(systemUnderTest.runningTaskKeys == ["0", "1", "2"])
        gate.open()
        for task in tasks { await task.value }
        #expect(systemUnderTest.runningTaskKeys.isEmpty)
    }

    // MARK: Lifetime

    @Test func `Releasing the store cancels all of its tasks, replaced ones and those of no entry too`() async {
        let gate = Gate()
        let ended = Gate()
        ended.open()
        var store: TaskStore<String>? = TaskStore()
        weak let released = store
        var tasks = [store!.addIsolatedTask(forKey: "key") { await gate.wait() }]
        // Replaces the first, and ends: the first has no entry any more.
        let second = store!.addIsolatedTask(forKey: "key", duplicateKeyBehavior: .runConcurrently) {
            await ended.wait()
        }
        await second.value
        tasks.append(store!.addConcurrentTask(forKey: "key") { await gate.wait() })
        tasks.append(
            store!.addConcurrentTask(forKey: "key", duplicateKeyBehavior: .runConcurrently) { await gate.wait() })
        tasks.append(store!.addImmediateTask(forKey: "other") { await gate.wait() })
        #expect(tasks.allSatisfy { !$0.isCancelled })
        store = nil
        #expect(released == nil)
        #expect(tasks.allSatisfy { $0.isCancelled })
        gate.open()
        for task in tasks { await task.value }
    }

    @Test func `Releasing the store on another thread while its tasks end is safe`() async {
        @MainActor final class Owner {
            let tasks = TaskStore<Int>()
        }
        for _ in 0..<200 {
            var owner: Owner? = Owner()
            for key in 0..<5 { owner!.tasks.addIsolatedTask(forKey: key) { await Task.yield() } }
            let last = Shared(owner)
            owner = nil
            await Task.detached { last.value = nil }.value
        }
    }

    @Test func `Nothing of an ended task is kept by the store`() async {
        let alive = Shared(0)
        for kind in Kind.allCases {
            let counted = Counted(in: alive)
            await add(kind, to: systemUnderTest) { counted.touch() }.value
        }
        #expect(await alive.becomes(0))
        withExtendedLifetime(systemUnderTest) {}
    }

    // MARK: Observation

    /// Whether `change` makes an observer of `look` be told, and on the main actor.
    private func isTold(of look: () -> Void, by change: () async -> Void) async -> Bool {
        let told = EventLog<Bool>()
        withObservationTracking(look) { told.append(MainQueue.isCurrent) }
        await change()
        return told.events == [true]
    }

    @Test func `Observers are told when a task is added, replaced and has ended`() async {
        let tasks = systemUnderTest
        let gate = Gate()
        func add() { tasks.addConcurrentTask(forKey: "key") { await gate.wait() } }
        #expect(await isTold(of: { _ = tasks.taskIsRunning(forKey: "key") }, by: { add() }))
        #expect(await isTold(of: { _ = tasks.currentTask(forKey: "key") }, by: { add() }))
        let whenEnded = await isTold(
            of: { _ = tasks.runningTaskCount },
            by: {
                let current = tasks.currentTask(forKey: "key")
                gate.open()
                await current?.value
            })
        #expect(whenEnded)
        #expect(await isTold(of: { _ = tasks.runningTaskKeys }, by: { add() }))
        await tasks.currentTask(forKey: "key")?.value
    }

    @Test func `Observers are not told when nothing has changed for them`() async {
        let tasks = systemUnderTest
        let gates = [Gate(), Gate()]
        let first = tasks.addIsolatedTask(forKey: "key") { await gates[0].wait() }
        let second = tasks.addIsolatedTask(forKey: "key", duplicateKeyBehavior: .runConcurrently) {
            await gates[1].wait()
        }
        let isTold = await isTold(
            of: { _ = tasks.currentTask(forKey: "key") },
            by: {
                // The replaced one.
                gates[0].open()
                await first.value
                tasks.addIsolatedTask(forKey: "key", duplicateKeyBehavior: .preferPrevious) {}
            })
        #expect(!isTold)
        gates[1].open()
        await second.value
    }

    @Test func `A model that holds a store is observed through it`() async {
        let model = Model()
        #expect(
            await isTold(
                of: { _ = model.isLoading }, by: { await model.tasks.addIsolatedTask(forKey: "load") {}.value }))
        let observable: any Observable = model.tasks
        #expect(observable is TaskStore<String>)
    }

    // MARK: Names

    private func names(_ provider: TaskNameProvider<String>?, _ keys: [String]) async -> [String?] {
        let store = TaskStore<String>(nameProvider: provider)
        let log = EventLog<String?>()
        for key in keys {
            await store.addConcurrentTask(forKey: key) { log.append(Task.name) }.value
            await store.addIsolatedTask(forKey: key) { log.append(Task.name) }.value
            store.addImmediateTask(forKey: key) { log.append(Task.name) }
        }
        return log.events
    }

    @Test func `Without a provider tasks have no name`() async {
        #expect(await names(nil, ["a"]) == [nil, nil, nil])
    }

    @Test func `Names come from the key, a constant or a closure`() async {
        #expect(await names(.keyDescription, ["a"]) == ["a", "a", "a"])
        #expect(await names(.constant("work"), ["a"]) == ["work", "work", "work"])
        #expect(await names(.fromKey { "Task-\($0)" }, ["a"]) == ["Task-a", "Task-a", "Task-a"])
    }

    @Test func `A prefix stands before each name, and unnamed tasks stay unnamed`() async {
        #expect(await names(.keyDescription.withPrefix("App"), ["a"]) == ["App.a", "App.a", "App.a"])
        #expect(await names(.fromKey { _ in nil }.withPrefix("App"), ["a"]) == [nil, nil, nil])
    }

    @Test func `The suffix counts across keys, and unnamed tasks take no number`() async {
        #expect(
            await names(.keyDescription.withPrefix("App").withIncrementingSuffix(), ["a", "b"])
                == ["App.a.0", "App.a.1", "App.a.2", "App.b.3", "App.b.4", "App.b.5"])
        #expect(
            await names(.fromKey { $0 == "-" ? nil : $0 }.withIncrementingSuffix(), ["a", "-", "b"])
                == ["a.0", "a.1", "a.2", nil, nil, nil, "b.3", "b.4", "b.5"])
    }
}

/// A function with an `isolated` parameter, whose closure says nothing of it.
private func addIsolated(_ log: EventLog<Bool>, isolation: isolated any Actor) async {
    let store = TaskStore<String>()
    let task = store.addIsolatedTask(forKey: "key", duplicateKeyBehavior: .wait) { log.append(MainQueue.isCurrent) }
    // A second one, behind the first: the way past a wait is another one.
    let next = store.addIsolatedTask(forKey: "key", duplicateKeyBehavior: .wait) {
        log.append(MainQueue.isCurrent)
        await Task.yield()
        log.append(MainQueue.isCurrent)
    }
    await task.value
    await next.value
    withExtendedLifetime(store) {}
}

@Observable @MainActor
private final class Model {
    let tasks = TaskStore<String>()
    var isLoading: Bool { tasks.taskIsRunning(forKey: "load") }
}
