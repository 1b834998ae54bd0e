import TestSupport

@testable import BenchmarkKit

/// Shows each result a set time after it was asked for.
protocol DelayingNotebook: NotebookImplementation {
    var app: ScenarioApp { get }
    static var delay: Duration { get }
}

extension DelayingNotebook {
    static var name: String { "delaying" }
    static var promises: ScenarioPromises { [.keepsWriteOrder, .deletesCleanly] }

    private func show(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor [app] in
            if Self.delay > .zero { try await app.clock.sleep(for: Self.delay) }
            app.screen.show(action)
        }
    }
    func rename(_ action: ScenarioAction) -> Task<Void, any Error> { show(action) }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> { show(action) }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> { show(action) }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> { show(action) }
}

/// Saves everything ten milliseconds late.
struct LateNotebook: DelayingNotebook {
    static let delay = Duration.milliseconds(10)
    let app: ScenarioApp
    init(_ app: ScenarioApp) { self.app = app }
}

/// Takes a tenth of a second for everything.
struct SlowNotebook: DelayingNotebook {
    static let delay = Duration.milliseconds(100)
    let app: ScenarioApp
    init(_ app: ScenarioApp) { self.app = app }
}

/// Shows everything at once.
struct InstantNotebook: DelayingNotebook {
    static let name = "instant"
    static let delay = Duration.zero
    let app: ScenarioApp
    init(_ app: ScenarioApp) { self.app = app }
}

/// Never shows what it exported.
struct LosingNotebook: NotebookImplementation {
    static let name = "losing"
    static let promises: ScenarioPromises = []
    private let kept: InstantNotebook
    init(_ app: ScenarioApp) { kept = InstantNotebook(app) }
    func rename(_ action: ScenarioAction) -> Task<Void, any Error> { kept.rename(action) }
    func export(_ action: ScenarioAction) -> Task<Void, any Error> { Task {} }
    func pull(_ action: ScenarioAction) -> Task<Void, any Error> { kept.pull(action) }
    func delete(_ action: ScenarioAction) -> Task<Void, any Error> { kept.delete(action) }
}

/// Holds back its results until the user has typed for the third time, and shows them all then.
protocol HoardingSearch: SearchImplementation, AnyObject {
    var app: ScenarioApp { get }
    var gate: Gate { get }
    @MainActor var held: [ScenarioAction] { get set }
}

extension HoardingSearch {
    @MainActor
    func type(_ action: ScenarioAction) -> Task<Void, any Error> {
        held.append(action)
        if held.count == 3 {
            for action in held { app.screen.show(action) }
            gate.open()
        }
        return Task { [gate] in await gate.wait() }
    }
}

final class StaleSearch: HoardingSearch {
    static let name = "stale"
    static let promises: ScenarioPromises = []
    let app: ScenarioApp
    let gate = Gate()
    @MainActor var held: [ScenarioAction] = []
    init(_ app: ScenarioApp) { self.app = app }
}

/// The same, and says that it does not.
final class LyingSearch: HoardingSearch {
    static let name = "lying"
    static let promises: ScenarioPromises = [.neverStale]
    let app: ScenarioApp
    let gate = Gate()
    @MainActor var held: [ScenarioAction] = []
    init(_ app: ScenarioApp) { self.app = app }
}

/// Syncs one record after the other, by the backend.
struct SequentialRepository: RepositoryImplementation {
    static let name = "sequential"
    static let promises: ScenarioPromises = [.boundsFanOut]
    let app: ScenarioApp
    init(_ app: ScenarioApp) { self.app = app }
    func sync(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { [app] in
            for record in 0..<app.records {
                let content = try await app.backend.fetch(record: record, action)
                try await app.backend.save(record: record, content, action)
            }
            app.screen.show(action)
        }
    }
    func open(_ action: ScenarioAction) -> Task<Void, any Error> {
        Task { @MainActor [app] in app.screen.show(action) }
    }
}
