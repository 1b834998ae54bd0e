import Observation
import TaskRunners

/// A search as the user types: one request for a burst of keystrokes, and never the results of an older query.
@Observable
@MainActor
public final class SearchModel {
    public var query = "" { didSet { begin() } }
    public private(set) var results: [String] = []
    public private(set) var failure: String?

    @ObservationIgnored private let find: @Sendable (String) async throws -> [String]
    @ObservationIgnored private let searches: LatestTask
    /// Ends when the newest search has.
    @ObservationIgnored private(set) public var search: Task<Void, Never>?

    /// - Parameters:
    ///   - clock: Measures the pause that ends a burst of keystrokes.
    ///   - find: Asks the service.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), find: @escaping @Sendable (String) async throws -> [String]
    ) {
        searches = LatestTask(debounce: .milliseconds(300), clock: clock)
        self.find = find
    }

    private func begin() {
        failure = nil
        let query = query.filter { !$0.isWhitespace }
        guard !query.isEmpty else {
            searches.cancel()
            results = []
            return
        }
        let request = searches.run { [find] in
            try await find(query)
        } publish: { [weak self] found in
            self?.results = found
        }
        search = Task { [weak self] in
            do {
                _ = try await request.value
            } catch is CancellationError {
                // Expected: a newer search took its place.
            } catch {
                // A superseded search does not get here, whatever it failed with.
                self?.failure = "\(error)"
            }
        }
    }
}
