/// What the work of a job needs, off the main actor.
public struct RecipeWork: Sendable {
    let service: any RecipeService
    let storage: RecipeStorage
}

/// What the handlers of a job need, on the main actor.
@MainActor
public struct RecipeOutcome: Sendable {
    let library: RecipeLibrary
}

/// The resources that jobs share. There is no hierarchy: a job that touches both names both.
public enum RecipeResource: Hashable, Sendable {
    case cookbook(CookbookID)
    case recipe(Recipe.ID)
}
