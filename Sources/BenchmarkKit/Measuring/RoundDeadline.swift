/// When a round that repeats a pass should end: where it is closest to the time that it should last.
///
/// If it ended with the first pass beyond that time it would last up to a whole pass longer, and a pass a hair shorter than
/// the round would be measured twice.
struct RoundDeadline {
    private let end: UInt64
    private var began: UInt64

    /// - Parameters:
    ///   - seconds: How long the round should last.
    ///   - now: The time in nanoseconds, as in ``isReached(at:)``.
    init(seconds: Double, now: UInt64) {
        end = now + UInt64(seconds * 1e9)
        began = now
    }

    /// To be asked after each pass: whether a further one as long as the last would end farther from the end than now is.
    mutating func isReached(at now: UInt64) -> Bool {
        let pass = now - began
        began = now
        return now + pass / 2 >= end
    }
}
