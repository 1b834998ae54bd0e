import Foundation

/// A results folder, read back and checked: what was measured, round by round.
package struct RecordedRun: Sendable {
    /// As the user named it.
    package let path: String
    /// `nil` where the folder has no `environment.json`.
    package let environment: EnvironmentRecord?
    /// As `summary.csv` has them.
    package let rows: [SummaryRow]
    /// Each case with its rounds by number, from `samples.csv`; a round that a case lacks is empty.
    package let results: [CaseResult]
    /// `samples.csv:12` for the first figure of a case's metric in a round.
    private let places: [SamplePlace: String]

    /// One that is still in memory.
    init(path: String, environment: EnvironmentRecord?, rows: [SummaryRow], results: [CaseResult]) {
        self.path = path
        self.environment = environment
        self.rows = rows
        self.results = results
        places = [:]
    }

    /// - Parameter path: a folder, or the `summary.csv` in one.
    /// - Throws: `UsageError` that names the file and, where there is one, the line.
    package init(path: String) throws(UsageError) {
        self.path = path
        let folder = ResultsReader(path)
        let summary = try folder.summary()
        let samples = try folder.contents("samples.csv")
        do throws(CSVError) {
            var reader = try SamplesReader(summary)
            try reader.read(samples, file: folder.file("samples.csv"))
            (results, places) = try reader.finish(file: folder.file("samples.csv"))
        } catch {
            throw UsageError("\(error)")
        }
        rows = summary.map(\.0)
        environment = folder.has("environment.json") ? try folder.environment(ofRun: rows[0].run.id) : nil
    }

    /// Where a figure stands: `samples.csv:12`.
    package func place(of caseName: String, metric: String, round: Int) -> String {
        places[SamplePlace(caseName: caseName, metric: metric, round: round)] ?? ResultsReader(path).file("samples.csv")
    }
}

extension BenchmarkCase {
    /// From its textual form; parts that are missing are empty.
    package init(name: String) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let parameters = parts.count > 2 ? parts[2].split(separator: ",") : []
        self.init(
            suite: parts[0], implementation: parts.count > 1 ? parts[1] : "",
            parameters: parameters.map { text in
                let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return CaseParameter(pair[0], pair.count > 1 ? pair[1] : "")
            })
    }
}
