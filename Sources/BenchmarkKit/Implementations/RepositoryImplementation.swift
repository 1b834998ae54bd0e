/// A repository that syncs its records, while people open some of them, as the scenarios suite sees it.
///
/// The suite makes a new one for each round and calls it on the main actor, as views do. Each call returns at once with
/// the task of all that it began. That ends when the result is on the screen, or by throwing `CancellationError` where
/// the user of an `open` has opened another record.
public protocol RepositoryImplementation: Sendable, SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// What the suite holds it to.
    static var promises: ScenarioPromises { get }

    /// One that has not been used.
    @MainActor init(_ app: ScenarioApp)

    /// Fetches, decodes and saves every record of the app, at most `app.limit` at a time, and shows that.
    @MainActor func sync(_ action: ScenarioAction) -> Task<Void, any Error>
    /// Fetches the action's record, or joins who is doing so for another user, decodes it, and shows it.
    @MainActor func open(_ action: ScenarioAction) -> Task<Void, any Error>
}
