/// When a case is warm: as soon as the medians of two successive windows agree, and not after a fixed count, since a
/// fixed count is too long for most cases and too short for the rest.
///
/// Two caps keep a case that never settles from eating the run: `maximumWindows`, and a time after which no further
/// window begins. Such a case is measured all the same; its rounds then show whether it is noisy.
package struct WarmUpCriterion: Sendable, Hashable {
    /// By how much the last two medians may differ, as a share of the larger one.
    package var tolerance: Double
    package var maximumWindows: Int

    package init(tolerance: Double = 0.1, maximumWindows: Int = 5) {
        self.tolerance = tolerance
        self.maximumWindows = maximumWindows
    }

    /// - Parameters:
    ///   - windowMedians: of the windows so far, oldest first.
    ///   - seconds: spent on them.
    ///   - limit: seconds after which no further window begins.
    package func isWarm(windowMedians: [Double], after seconds: Double, limit: Double) -> Bool {
        guard windowMedians.count < maximumWindows, seconds < limit || windowMedians.isEmpty else { return true }
        guard windowMedians.count >= 2 else { return false }
        let last = windowMedians[windowMedians.count - 1]
        let previous = windowMedians[windowMedians.count - 2]
        return abs(last - previous) <= tolerance * max(abs(last), abs(previous))
    }
}
