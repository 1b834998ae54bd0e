import Observation

/// Tasks by key, at most one current task a key.
///
/// Use a store from one actor, for instance as a property of a model on the main actor; the compiler sees to it.
///
/// - Adding a task for a key that has one does what ``TaskStoreDuplicateKeyBehavior`` says. But for `preferPrevious` the
///   new task becomes the key's current one, and the one that it replaced is not tracked any more. While the current task
///   runs, cancelling it, through the store or its handle, also cancels those that it replaced.
/// - A task that is cancelled before its operation starts never runs it.
/// - Releasing the store cancels all of its tasks, replaced ones too. Tasks do not keep the store alive.
/// - A task's entry is gone by the time its value is there. A replaced task never removes a newer one's entry.
/// - The store is observable: what asks for its tasks is told when they change, on the store's actor.
///
/// Every step takes O(1), whatever the number of keys and of tasks replaced before, but for the tasks that it cancels.
public final class TaskStore<Key: Hashable & Sendable>: Observable {
    @usableFromInline let index = TaskIndex<Key>()
    @usableFromInline let nameProvider: TaskNameProvider<Key>?

    /// - Parameter nameProvider: Names the tasks; they are unnamed where `nil`.
    public init(nameProvider: TaskNameProvider<Key>? = nil) {
        self.nameProvider = nameProvider
    }

    deinit { index.ledger.cancelAll() }

    // MARK: Adding tasks

    /// Adds a task whose operation runs on the global concurrent executor.
    ///
    /// - Parameters:
    ///   - key: What the task is for.
    ///   - duplicateKeyBehavior: What happens where the key has a current task.
    ///   - priority: The task's priority; the caller's where `nil`.
    ///   - isolation: The store's actor, where the task's entry is removed when the operation has ended.
    ///   - operation: The task's work.
    /// - Returns: The new task; with `preferPrevious` the current one, where there is one.
    @inlinable
    @discardableResult
    public func addConcurrentTask(
        forKey key: Key, duplicateKeyBehavior: TaskStoreDuplicateKeyBehavior = .cancelPrevious(wait: false),
        priority: TaskPriority? = nil, isolation: isolated any Actor = #isolation,
        operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        if let preferred = preferred(key, duplicateKeyBehavior) { return preferred }
        let (record, replaced) = index.replace(key, duplicateKeyBehavior)
        let waits = duplicateKeyBehavior.waitsForPrevious
        // A closure that captured the isolated parameter itself would run on that actor.
        let actor: any Actor = isolation
        let task = Task(name: nameProvider?.name(for: key), priority: priority) { [index] in
            if let replaced, index.ledger.followsOthers(record) {
                await index.ledger.run(record, replacing: replaced, waits: waits, on: nil, operation)
            } else if !Task.isCancelled {
                await operation()
            }
            await index.end(record, key, on: actor)
        }
        index.ledger.add(record, task, replacing: replaced)
        return task
    }

    /// Adds a task whose operation runs on the caller's actor.
    ///
    /// - Parameters:
    ///   - key: What the task is for.
    ///   - duplicateKeyBehavior: What happens where the key has a current task.
    ///   - priority: The task's priority; the caller's where `nil`.
    ///   - isolation: The caller's actor.
    ///   - operation: The task's work. It must write `self.` explicitly, so that it is seen when a task keeps its owner
    ///     alive.
    /// - Returns: The new task; with `preferPrevious` the current one, where there is one.
    @inlinable
    @discardableResult
    public func addIsolatedTask(
        forKey key: Key, duplicateKeyBehavior: TaskStoreDuplicateKeyBehavior = .cancelPrevious(wait: false),
        priority: TaskPriority? = nil, isolation: isolated any Actor = #isolation,
        @_inheritActorContext(always) operation: sending @escaping @isolated(any) () async -> Void
    ) -> Task<Void, Never> {
        if let preferred = preferred(key, duplicateKeyBehavior) { return preferred }
        let (record, replaced) = index.replace(key, duplicateKeyBehavior)
        let waits = duplicateKeyBehavior.waitsForPrevious
        let task = Task(name: nameProvider?.name(for: key), priority: priority) { [index] in
            if let replaced, index.ledger.followsOthers(record) {
                await index.ledger.run(record, replacing: replaced, waits: waits, on: isolation, operation)
            } else if !Task.isCancelled {
                await operation()
            }
            index.end(record, key, on: isolation)
        }
        index.ledger.add(record, task, replacing: replaced)
        return task
    }

    /// Adds a task that runs on the caller's actor at once, up to its first suspension, before this returns.
    ///
    /// Where it has to wait for a previous task, that is its first suspension. As `addIsolatedTask` in all else.
    @available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
    @inlinable
    @discardableResult
    public func addImmediateTask(
        forKey key: Key, duplicateKeyBehavior: TaskStoreDuplicateKeyBehavior = .cancelPrevious(wait: false),
        priority: TaskPriority? = nil, isolation: isolated any Actor = #isolation,
        @_inheritActorContext(always) operation: sending @escaping @isolated(any) () async -> Void
    ) -> Task<Void, Never> {
        if let preferred = preferred(key, duplicateKeyBehavior) { return preferred }
        let (record, replaced) = index.replace(key, duplicateKeyBehavior)
        let waits = duplicateKeyBehavior.waitsForPrevious
        // Before the task, which may end before this method has it.
        index.ledger.add(record, nil, replacing: replaced)
        let task = Task.immediate(name: nameProvider?.name(for: key), priority: priority) { [index] in
            // The operation may ask for its own task before this method has it.
            index.ledger.registerCurrentTask(for: record)
            if let replaced, index.ledger.followsOthers(record) {
                await index.ledger.run(record, replacing: replaced, waits: waits, on: isolation, operation)
            } else if !Task.isCancelled {
                await operation()
            }
            index.end(record, key, on: isolation)
        }
        index.ledger.register(task, for: record)
        return task
    }

    @inlinable
    func preferred(_ key: Key, _ behavior: TaskStoreDuplicateKeyBehavior) -> Task<Void, Never>? {
        guard case .preferPrevious = behavior, let record = index.records[key] else { return nil }
        return index.ledger.task(of: record)
    }

    // MARK: Cancelling

    /// Cancels the key's current task, and those that it replaced.
    public func cancelTask(forKey key: Key) { if let record = index.records[key] { index.ledger.cancel(record) } }

    /// Cancels all tasks, replaced ones too.
    public func cancelAllTasks() { index.ledger.cancelAll() }

    // MARK: Looking

    private var observedRecords: [Key: TaskRecord] {
        index.changes.observe()
        return index.records
    }

    /// Whether the key has a current task: one that has not ended, cancelled or not.
    public func taskIsRunning(forKey key: Key) -> Bool { observedRecords[key] != nil }

    /// The key's current task.
    public func currentTask(forKey key: Key) -> Task<Void, Never>? {
        observedRecords[key].flatMap { index.ledger.task(of: $0) }
    }

    /// How many keys have a current task.
    public var runningTaskCount: Int { observedRecords.count }

    /// The keys that have a current task. O(keys).
    public var runningTaskKeys: Set<Key> { Set(observedRecords.keys) }
}
