import TaskRunners

/// Streams a text. Its progress belongs to one caller: the result context carries that caller's callback.
struct SuggestMenu: ProgressReportingJob, TaskAccess {
    typealias Progress = MenuProgress

    @MainActor
    struct Outcome: Sendable {
        let onProgress: (@MainActor @Sendable (Progress) -> Void)?
    }

    let cookbook: CookbookID

    var groups: Set<RecipeResource> { [.cookbook(cookbook)] }
    let access: TaskAccessMode = .read

    /// Twenty times a second is as often as anyone reads.
    static let progressDeliveryInterval: Duration = .milliseconds(50)

    /// Words are put together; a stage stays a boundary between them.
    nonisolated static func coalesceProgress(_ previous: Progress, _ next: Progress) -> Progress? {
        guard case .text(let first) = previous, case .text(let second) = next else { return nil }
        return .text(first + second)
    }

    nonisolated func perform(context: RecipeWork, progress: JobProgressReporter<Progress>) async throws -> String {
        progress.report(.began)
        let titles = await context.storage.recipes(in: cookbook).map(\.title)
        progress.report(.stage("Thinking of \(titles.count) recipes"))
        return try await context.service.suggestMenu(for: titles) { progress.report(.text($0)) }
    }

    @MainActor func handleProgress(_ progress: Progress, context: Outcome) { context.onProgress?(progress) }
}

/// How far a menu is.
public enum MenuProgress: Sendable, Hashable {
    case began
    case text(String)
    case stage(String)
}
