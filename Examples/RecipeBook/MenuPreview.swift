import Observation

/// A sheet that shows a menu as it is written. It owns the call: closing it, or asking anew, cancels.
@Observable
@MainActor
public final class MenuPreview {
    public private(set) var stage = ""
    public private(set) var preview = ""
    public private(set) var menu: String?

    private let manager: RecipeManager
    @ObservationIgnored private var loading: Task<Void, any Error>?
    /// Which call the sheet is about: one that was cancelled may still report.
    @ObservationIgnored private var current = 0

    public init(manager: RecipeManager) {
        self.manager = manager
    }

    @discardableResult
    public func load(_ cookbook: CookbookID) -> Task<Void, any Error> {
        loading?.cancel()
        current += 1
        let call = current
        (stage, preview, menu) = ("", "", nil)
        let task = Task {
            let menu = try await manager.suggestMenu(for: cookbook) { [weak self] progress in
                guard let self, current == call else { return }
                switch progress {
                case .began: stage = "Writing"
                case .stage(let name): stage = name
                case .text(let text): preview += text
                }
            }
            try Task.checkCancellation()
            guard current == call else { return }
            self.menu = menu
        }
        loading = task
        return task
    }

    public func close() {
        current += 1
        loading?.cancel()
    }
}
