/// Keeps the main actor busy for four fifths of the time, in slices of 800 µs, as an app that draws does.
final class MainActorLoad: Sendable {
    private let task: Task<Void, Never>

    init() {
        task = Task { @MainActor in
            while !Task.isCancelled {
                BusyLoop.spin(nanoseconds: 800_000)
                try? await Task.sleep(nanoseconds: 200_000)
            }
        }
    }

    func end() async {
        task.cancel()
        await task.value
    }
}
