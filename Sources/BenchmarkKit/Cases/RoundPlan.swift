/// How a case's time is divided into rounds.
///
/// Many short ones tell more than a few long ones: a machine that changes its pace every second has it alike for all
/// implementations within a hundredth of one, and from many rounds a ratio is known that no single round shows. What
/// takes long by itself has fewer.
struct RoundPlan: Hashable {
    /// Of one round.
    let seconds: Double
    let count: Int

    init(seconds: Double, count: Int) {
        self.seconds = seconds
        self.count = count
    }

    /// - Parameters:
    ///   - total: Seconds to divide.
    ///   - shortest: Seconds of the shortest round.
    ///   - pass: Seconds that it takes at least to measure once.
    ///   - fewest: So many rounds, even where they take longer in all.
    init(dividing total: Double, shortest: Double, pass: Double, fewest: Int) {
        seconds = max(shortest, pass)
        count = max(fewest, Int((total / seconds).rounded()))
    }
}
