/// Where recipes lie. Safe off the main actor.
public actor RecipeStorage {
    private var cookbooks: [CookbookID: [Recipe.ID: Recipe]] = [:]

    public init() {}

    public func recipe(_ id: Recipe.ID, in cookbook: CookbookID) -> Recipe? { cookbooks[cookbook]?[id] }

    public func recipes(in cookbook: CookbookID) -> [Recipe] {
        cookbooks[cookbook, default: [:]].values.sorted { $0.id < $1.id }
    }

    public func save(_ recipes: [Recipe], in cookbook: CookbookID) {
        for recipe in recipes { cookbooks[cookbook, default: [:]][recipe.id] = recipe }
    }

    public func delete(_ id: Recipe.ID, in cookbook: CookbookID) { cookbooks[cookbook]?[id] = nil }
}

/// The service that recipes come from.
public protocol RecipeService: Sendable {
    func fetchRecipes(in cookbook: CookbookID) async throws -> [Recipe]
    /// Writes a menu for the recipes, word by word.
    func suggestMenu(for titles: [String], onWord: @Sendable (String) -> Void) async throws -> String
}
