/// Two runs, and what can be said of them: without samples or rounds in turns that is less.
package struct ComparedRuns: Sendable {
    package let base: StoredRun
    package let ratios: [RatioRow]
    /// Whether the ratios are paired estimates.
    package let arePaired: Bool
    let verdicts: ReportSection

    package init(_ base: StoredRun, _ candidate: StoredRun) {
        self.base = base
        var ratios = RatioRow.rows(base: base, candidate: candidate)
        var arePaired = false
        // That there can be no verdicts, as without samples, is no reason to have no chart and no report.
        do throws(UsageError) {
            let (first, second) = try RecordedRun.pair([base.path, candidate.path])
            let comparison = try Comparison(base: first, candidate: second)
            arePaired = comparison.arePaired
            if arePaired { ratios = RatioRow.rows(comparison) }
            verdicts = .verdicts(comparison)
        } catch {
            verdicts = .noVerdicts(error)
        }
        self.ratios = ratios
        self.arePaired = arePaired
    }
}
