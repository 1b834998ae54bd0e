import Observation

/// What the views show.
@Observable
@MainActor
public final class RecipeLibrary {
    public enum Activity: Hashable, Sendable {
        case idle, waiting, downloading
        case saving(count: Int)
        case cancelled
        case failed(String)
    }

    public private(set) var recipes: [CookbookID: [Recipe]] = [:]
    /// One a cookbook, whatever view shows it: closing a view does not end what it shows.
    public private(set) var activities: [CookbookID: Activity] = [:]
    let storage = RecipeStorage()

    public init() {}

    /// Saves the recipes and shows them.
    func save(_ changed: [Recipe], in cookbook: CookbookID) async throws {
        await storage.save(changed, in: cookbook)
        recipes[cookbook] = await storage.recipes(in: cookbook)
    }

    func reload(_ cookbook: CookbookID) async { recipes[cookbook] = await storage.recipes(in: cookbook) }

    func show(_ activity: Activity, in cookbook: CookbookID) { activities[cookbook] = activity }
}
