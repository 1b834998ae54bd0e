import TaskRunners

/// Only reads, so that several run together. It returns data and changes nothing: there is no handler.
struct ExportCookbook: BackgroundJob, TaskAccess {
    // Named, though it is not used, so that the manager's `submit` takes it.
    typealias ResultContext = RecipeOutcome
    let cookbook: CookbookID

    var groups: Set<RecipeResource> { [.cookbook(cookbook)] }
    let access: TaskAccessMode = .read

    nonisolated func perform(context: RecipeWork) async throws -> String {
        await context.storage.recipes(in: cookbook).map(\.title).joined(separator: "\n")
    }
}
