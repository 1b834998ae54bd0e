/// One thing about this machine that the figures depend on.
///
/// Each check measures some figures and has a function of its own that judges them: what was found, what that means for
/// results, and what to do.
package protocol HealthCheck: Sendable {
    /// One or two words: the `check` column.
    var name: String { get }
    func examine() async -> HealthFinding
}

/// What a check found.
package struct HealthFinding: Sendable, Hashable {
    package enum Level: String, Sendable, CaseIterable {
        /// Figures may be relied on, as far as this is concerned.
        case fine = "ok"
        /// Figures are worse than they could be: wider, or some of them missing.
        case warning
        /// Figures taken here would be wrong.
        case problem
    }
    package let level: Level
    package let found, meaning: String
    /// Empty where there is nothing to do.
    package let advice: String

    /// - Parameters:
    ///   - found: What is the case, with figures.
    ///   - meaning: For results.
    package init(_ level: Level, found: String, meaning: String, advice: String = "") {
        self.level = level
        self.found = found
        self.meaning = meaning
        self.advice = advice
    }
}
