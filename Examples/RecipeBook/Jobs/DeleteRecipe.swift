import TaskRunners

/// Deletes one recipe. Submitted so that it also cancels what else is being done with that recipe.
struct DeleteRecipe: BackgroundJob, TaskAccess {
    let cookbook: CookbookID
    let recipe: Recipe.ID

    var groups: Set<RecipeResource> { [.cookbook(cookbook), .recipe(recipe)] }
    let access: TaskAccessMode = .write

    nonisolated func perform(context: RecipeWork) async throws {
        try Task.checkCancellation()
        await context.storage.delete(recipe, in: cookbook)
    }

    @MainActor func handleResult(_ result: Result<Void, any Error>, context: RecipeOutcome) async throws {
        try result.get()
        await context.library.reload(cookbook)
    }
}
