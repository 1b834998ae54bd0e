import Observation
import TaskStore

/// A model whose tasks have keys: one load, one save at a time, and a search that starts over.
@Observable
@MainActor
public final class ProfileModel {
    public enum Work: Hashable, Sendable {
        case load, save, search
    }

    public private(set) var name = ""
    public private(set) var matches: [String] = []
    // Released with the model, which cancels what still runs.
    private let tasks = TaskStore<Work>(nameProvider: .keyDescription.withPrefix("Profile").withIncrementingSuffix())
    private let service: any ProfileService

    public init(service: any ProfileService) {
        self.service = service
    }

    /// Observed by views like any other property.
    public var isLoading: Bool { tasks.taskIsRunning(forKey: .load) }

    /// A second call while one runs joins it.
    @discardableResult
    public func load() -> Task<Void, Never> {
        tasks.addIsolatedTask(forKey: .load, duplicateKeyBehavior: .preferPrevious) {
            // `self.` is written out: the model lives as long as the load does.
            self.name = await self.service.name()
        }
    }

    /// Saves follow each other, in order.
    @discardableResult
    public func save(_ name: String) -> Task<Void, Never> {
        tasks.addIsolatedTask(forKey: .save, duplicateKeyBehavior: .wait) { [service, weak self] in
            await service.save(name)
            self?.name = name
        }
    }

    /// The newest search takes the place of the one before.
    @discardableResult
    public func search(_ text: String) -> Task<Void, Never> {
        tasks.addIsolatedTask(forKey: .search) { [service, weak self] in
            let found = await service.names(like: text)
            if !Task.isCancelled { self?.matches = found }
        }
    }

    public func stop() { tasks.cancelAllTasks() }
}

public protocol ProfileService: Sendable {
    func name() async -> String
    func save(_ name: String) async
    func names(like text: String) async -> [String]
}
