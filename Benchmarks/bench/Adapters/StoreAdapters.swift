import BenchmarkKit
import TaskStore

/// Tasks on the caller's actor, and no keys.
struct BareTaskStoreAdapter: StoreImplementation {
    static let name = "task"
    static let behaviors = Set(StoreBehavior.allCases)
    static let keepsKeys = false

    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        Task {
            // On the actor, as the stores' tasks are.
            _ = isolation
            operation()
        }
    }
    func count(isolation: isolated any Actor) -> Int { 0 }
}

struct TaskStoreAdapter: StoreImplementation {
    static let name = "task-store"
    static let behaviors = Set(StoreBehavior.allCases)
    static let keepsKeys = true
    private let store = TaskStore<Int>()

    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        store.addIsolatedTask(forKey: key, duplicateKeyBehavior: .init(behavior)) { operation() }
    }
    func count(isolation: isolated any Actor) -> Int { store.runningTaskCount }
}

extension TaskStoreDuplicateKeyBehavior {
    fileprivate init(_ behavior: StoreBehavior) {
        self =
            switch behavior {
            case .cancelPrevious: .cancelPrevious(wait: false)
            case .cancelPreviousAndWait: .cancelPrevious(wait: true)
            case .wait: .wait
            case .runConcurrently: .runConcurrently
            case .preferPrevious: .preferPrevious
            }
    }
}

/// What apps write themselves: a dictionary of tasks, which remove themselves. It cancels the previous task alone.
final class TaskDictionaryAdapter: StoreImplementation {
    static let name = "dictionary"
    static let behaviors: Set<StoreBehavior> = [.cancelPrevious, .runConcurrently, .preferPrevious]
    static let keepsKeys = true
    private var tasks: [Int: (number: Int, task: Task<Void, Never>)] = [:]
    private var lastNumber = 0

    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        if let previous = tasks[key] {
            if behavior == .preferPrevious { return previous.task }
            if behavior == .cancelPrevious { previous.task.cancel() }
        }
        lastNumber += 1
        let number = lastNumber
        let task = Task {
            _ = isolation
            if !Task.isCancelled { operation() }
            // An old task must not remove a newer one.
            if self.tasks[key]?.number == number { self.tasks[key] = nil }
        }
        tasks[key] = (number, task)
        return task
    }
    func count(isolation: isolated any Actor) -> Int { tasks.count }
}
