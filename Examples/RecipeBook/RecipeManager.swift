import TaskRunners

/// Plain async operations on the outside; jobs and a runner inside.
@MainActor
public final class RecipeManager {
    public let library: RecipeLibrary
    private let service: any RecipeService
    private let runner = GroupedTaskRunner<RecipeResource>(name: "recipes")

    public init(library: RecipeLibrary, service: any RecipeService) {
        self.library = library
        self.service = service
    }

    public func retitle(_ recipe: Recipe.ID, in cookbook: CookbookID, to title: String) async throws {
        _ = try await awaitCancellable(submit(RetitleRecipe(cookbook: cookbook, recipe: recipe, title: title)))
    }

    /// Waits for what else is done with the cookbook, and cancels what is done with the recipe.
    public func delete(_ recipe: Recipe.ID, in cookbook: CookbookID) async throws {
        try await awaitCancellable(
            submit(DeleteRecipe(cookbook: cookbook, recipe: recipe), cancelling: [.recipe(recipe)]))
    }

    public func pull(_ cookbook: CookbookID) async throws {
        try Task.checkCancellation()
        // There before the job begins, so that a view can show that it waits.
        library.show(.waiting, in: cookbook)
        // Submitted as a job: cancelled while it waits, it is still told, and settles what the view shows.
        let (work, outcome) = contexts
        _ = try await awaitCancellable(
            runner.run(PullCookbook(cookbook: cookbook), context: work, resultContext: outcome))
    }

    public func export(_ cookbook: CookbookID) async throws -> String {
        try await awaitCancellable(submit(ExportCookbook(cookbook: cookbook)))
    }

    /// - Parameter onProgress: Of this call. It may still be called while a cancelled call is ending.
    public func suggestMenu(
        for cookbook: CookbookID, onProgress: (@MainActor @Sendable (MenuProgress) -> Void)? = nil
    ) async throws -> String {
        try Task.checkCancellation()
        let job = SuggestMenu(cookbook: cookbook)
        let work = RecipeWork(service: service, storage: library.storage)
        // Made for this call; a callback kept by the manager would be the latest caller's.
        let outcome = SuggestMenu.Outcome(onProgress: onProgress)
        let task = runner.run(job) { try await job.execute(context: work, resultContext: outcome) }
        return try await awaitCancellable(task)
    }

    private var contexts: (work: RecipeWork, outcome: RecipeOutcome) {
        (RecipeWork(service: service, storage: library.storage), RecipeOutcome(library: library))
    }

    /// The way of this family's other jobs into the runner.
    private func submit<Job: BackgroundJob & TaskAccess>(
        _ job: Job, cancelling: Set<RecipeResource> = []
    ) throws -> Task<Job.Output, any Error>
    where Job.Context == RecipeWork, Job.ResultContext == RecipeOutcome, Job.Group == RecipeResource {
        try Task.checkCancellation()
        let (work, outcome) = contexts
        return runner.run(groups: job.groups, access: job.access, cancelling: cancelling) {
            try await job.execute(context: work, resultContext: outcome)
        }
    }

    /// What runs and waits, as text: for a debug menu, and to see why something hangs.
    public var diagnosis: String { runner.snapshot.description }
}
