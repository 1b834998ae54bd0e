import TaskRunners

/// Changes one recipe. It captures what is wanted, and loads the recipe when its turn has come: an earlier job may have
/// changed or deleted it.
struct RetitleRecipe: BackgroundJob, TaskAccess {
    let cookbook: CookbookID
    let recipe: Recipe.ID
    let title: String

    // The cookbook as well, so that edits stay out of a pull of the whole cookbook.
    var groups: Set<RecipeResource> { [.cookbook(cookbook), .recipe(recipe)] }
    var access: TaskAccessMode { .write }

    nonisolated func perform(context: RecipeWork) async throws -> Recipe {
        guard var found = await context.storage.recipe(recipe, in: cookbook) else { throw RecipeError.notFound(recipe) }
        try Task.checkCancellation()
        found.title = title
        return found
    }

    @MainActor func handleResult(_ result: Result<Recipe, any Error>, context: RecipeOutcome) async throws {
        // The next job that conflicts waits until this has been saved and shown.
        try await context.library.save([result.get()], in: cookbook)
    }
}
