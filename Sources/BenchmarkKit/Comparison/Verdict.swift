/// What the figures allow to say of the candidate.
package enum Verdict: String, Sendable, CaseIterable, CustomStringConvertible {
    /// Significantly and by at least the threshold better, whatever the metric measures.
    case faster
    /// Significantly and by at least the threshold worse.
    case slower
    /// The whole interval lies inside the threshold.
    case same
    /// Neither: silence is not proof.
    case inconclusive

    package var description: String { rawValue }
}
