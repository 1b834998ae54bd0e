import Foundation

/// A results folder as it is shown: its rows as they stand, and its samples where a chart needs them.
///
/// ``RecordedRun`` is the same folder taken apart into cases and rounds, which needs every sample and refuses a folder
/// that contradicts itself.
package struct StoredRun: Sendable {
    /// As it was given, without a slash at its end.
    package let path: String
    /// Of `summary.csv`.
    package let rows: [SummaryRow]
    package let environment: EnvironmentRecord

    package init(path: String, rows: [SummaryRow], environment: EnvironmentRecord) {
        self.path = path
        self.rows = rows
        self.environment = environment
    }

    /// Reads `summary.csv` and `environment.json`; ``samples()`` reads the rest.
    /// - Parameter path: a folder, or the `summary.csv` in one.
    /// - Throws: `UsageError` that names the file and, where there is one, the line.
    package init(path: String) throws(UsageError) {
        let folder = ResultsReader(path)
        let rows = try folder.summary().map(\.0)
        self.init(path: folder.path, rows: rows, environment: try folder.environment(ofRun: rows[0].run.id))
    }

    /// Every sample of the run; none where the folder has no `samples.csv`.
    package func samples() throws(UsageError) -> [SampleRow] {
        let folder = ResultsReader(path)
        guard folder.has("samples.csv") else { return [] }
        let bytes = try folder.contents("samples.csv")
        do throws(CSVError) {
            return try SampleRow.parse(bytes, file: folder.file("samples.csv"))
        } catch {
            throw UsageError("\(error)")
        }
    }
}
