/// A search as the user types, as the scenarios suite sees it.
///
/// The suite makes a new one for each round and calls it on the main actor, as views do. Each call returns at once with
/// the task of all that it began. That ends when the result is on the screen, or by throwing `CancellationError` where
/// the user typed on.
public protocol SearchImplementation: Sendable, SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// What the suite holds it to.
    static var promises: ScenarioPromises { get }

    /// One that has not been used, with a search field for each user.
    @MainActor init(_ app: ScenarioApp)

    /// Once the user pauses for the app's debounce: asks the service for the action's text, decodes the results, and shows
    /// them.
    @MainActor func type(_ action: ScenarioAction) -> Task<Void, any Error>
}
