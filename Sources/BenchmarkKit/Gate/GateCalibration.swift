/// What a calibration found out, as `gate.json` keeps it: how often the gate errs, and what it can see.
package struct GateCalibration: Sendable, Hashable {
    /// The smallest slowdown, as a share, that is found in four of five comparisons.
    package struct Figure: Sendable, Hashable {
        package var caseName, metric: String
        /// `nil` where no slowdown that was tried is.
        package var smallestChange: Double?
    }

    /// Where and when, ISO 8601.
    package var host, date: String
    /// Of one comparison.
    package var rounds: Int
    /// In which nothing differed, and how many of them raised an alarm all the same.
    package var comparisons, falseAlarms: Int
    package var figures: [Figure]

    func smallestChange(_ caseName: String, _ metric: String) -> Double? {
        figures.first { $0.caseName == caseName && $0.metric == metric }?.smallestChange
    }

    /// One sentence, with the bound of Clopper and Pearson.
    var sentence: String {
        let bound = ClopperPearson.upperBound(seen: falseAlarms, of: comparisons)
        return "calibrated on \(host), \(date.prefix(10)): \(falseAlarms) false alarms of the whole gate in"
            + " \(comparisons) comparisons of \(rounds) rounds, so at most \(Readable.number(bound * 100)) % (95 %)"
    }
}
