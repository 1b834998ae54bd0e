/// An implementation of one scenario, whichever it is.
struct ScenarioPlayer: Sendable {
    typealias Perform = @MainActor @Sendable (ScenarioAction) -> Task<Void, any Error>

    let scenario: ScenarioKind
    let name: String
    let promises: ScenarioPromises
    /// Makes a new instance, and returns how it is told what to do.
    let open: @MainActor @Sendable (ScenarioApp) -> Perform

    init<Notebook: NotebookImplementation>(_: Notebook.Type) {
        (scenario, name, promises) = (.notebook, Notebook.name, Notebook.promises)
        open = { app in
            let notebook = Notebook(app)
            return { action in
                switch action.kind {
                case .rename: notebook.rename(action)
                case .export: notebook.export(action)
                case .pull: notebook.pull(action)
                case .delete: notebook.delete(action)
                case .type, .sync, .open: preconditionFailure("\(action.kind) in a notebook's trace")
                }
            }
        }
    }

    init<Search: SearchImplementation>(_: Search.Type) {
        (scenario, name, promises) = (.search, Search.name, Search.promises)
        open = { app in
            let search = Search(app)
            return { search.type($0) }
        }
    }

    init<Repository: RepositoryImplementation>(_: Repository.Type) {
        (scenario, name, promises) = (.sync, Repository.name, Repository.promises)
        open = { app in
            let repository = Repository(app)
            return { $0.kind == .sync ? repository.sync($0) : repository.open($0) }
        }
    }
}
