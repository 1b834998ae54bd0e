/// A value: it crosses from the worker to the main actor and back.
public struct Recipe: Sendable, Hashable, Identifiable {
    public typealias ID = Int
    public let id: ID
    public var title: String

    public init(id: ID, title: String) {
        self.id = id
        self.title = title
    }
}

public typealias CookbookID = String

public enum RecipeError: Error, Hashable {
    case notFound(Recipe.ID)
}
