import Synchronization

/// The most bytes in use above what there was at the beginning, of the moments noted.
final class MemoryPeak: Sendable {
    private let gauge: MemoryGauge
    private let beginning: Int
    private let highest: Atomic<Int>

    init(_ gauge: MemoryGauge) {
        self.gauge = gauge
        beginning = gauge.bytes()
        highest = Atomic(beginning)
    }

    func note() { highest.max(gauge.bytes(), ordering: .relaxed) }

    var bytes: Int { highest.load(ordering: .relaxed) - beginning }
}
