import TaskRunners

/// Fetches a cookbook, and shows how far it is.
struct PullCookbook: ProgressReportingJob, TaskAccess {
    enum Progress: Sendable {
        case began
        case downloaded(count: Int)
    }

    let cookbook: CookbookID

    var groups: Set<RecipeResource> { [.cookbook(cookbook)] }
    let access: TaskAccessMode = .write

    nonisolated func perform(
        context: RecipeWork, progress: JobProgressReporter<Progress>
    ) async throws -> [Recipe] {
        progress.report(.began)
        let recipes = try await context.service.fetchRecipes(in: cookbook)
        try Task.checkCancellation()
        progress.report(.downloaded(count: recipes.count))
        return recipes
    }

    @MainActor func handleProgress(_ progress: Progress, context: RecipeOutcome) {
        switch progress {
        case .began: context.library.show(.downloading, in: cookbook)
        case .downloaded(let count): context.library.show(.saving(count: count), in: cookbook)
        }
    }

    @MainActor func handleResult(_ result: Result<[Recipe], any Error>, context: RecipeOutcome) async throws {
        do {
            try await context.library.save(result.get(), in: cookbook)
            context.library.show(.idle, in: cookbook)
        } catch {
            context.library.show(error is CancellationError ? .cancelled : .failed("\(error)"), in: cookbook)
            throw error
        }
    }
}
