/// What is done with each element of a fan-out.
enum FanOutBody: String, Sendable, CaseIterable, CustomStringConvertible {
    /// 20 µs of a core.
    case cpu
    /// A millisecond's wait.
    case sleep
    /// Every fourth waits, the others compute.
    case mixed

    var description: String { rawValue }

    func run(_ index: Int) async {
        switch self {
        case .cpu: BusyLoop.spin(nanoseconds: 20_000)
        case .sleep: try? await Task.sleep(nanoseconds: 1_000_000)
        case .mixed: await (index % 4 == 0 ? FanOutBody.sleep : .cpu).run(index)
        }
    }
}
