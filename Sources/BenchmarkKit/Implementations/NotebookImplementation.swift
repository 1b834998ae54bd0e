/// An app with notes in notebooks, as the scenarios suite sees it.
///
/// The suite makes a new one for each round and calls it on the main actor, as views do. Each call returns at once with
/// the task of all that it began. That ends when the result is on the screen, or by throwing: `CancellationError` where
/// a delete cancelled it, ``ScenarioError/noSuchRecord(_:)`` where the record is gone.
public protocol NotebookImplementation: Sendable, SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// What the suite holds it to.
    static var promises: ScenarioPromises { get }

    /// One that has not been used.
    @MainActor init(_ app: ScenarioApp)

    /// Loads the action's record, saves it, and shows that.
    @MainActor func rename(_ action: ScenarioAction) -> Task<Void, any Error>
    /// Loads the action's group, and shows it.
    @MainActor func export(_ action: ScenarioAction) -> Task<Void, any Error>
    /// Fetches the action's group, shows each step, decodes it, saves it, and shows that.
    @MainActor func pull(_ action: ScenarioAction) -> Task<Void, any Error>
    /// Deletes the action's record, and shows that.
    @MainActor func delete(_ action: ScenarioAction) -> Task<Void, any Error>
}
