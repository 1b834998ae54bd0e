import Foundation

/// A results folder read back.
package struct StoredRun: Sendable {
    /// As it was given, without a slash at its end.
    package let path: String
    package let rows: [SummaryRow]
    package let environment: EnvironmentRecord

    package init(path: String, rows: [SummaryRow], environment: EnvironmentRecord) {
        self.path = path
        self.rows = rows
        self.environment = environment
    }

    /// Reads `summary.csv` and `environment.json`; ``samples()`` reads the rest.
    package init(path: String) throws(UsageError) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let summary = "\(path)/summary.csv"
        do throws(CSVError) {
            rows = try SummaryRow.parse(try Self.bytes(summary, inResults: path), file: summary)
        } catch {
            throw UsageError("\(error)")
        }
        guard !rows.isEmpty else { throw UsageError("\(summary):1: there is a header and no row") }
        let file = "\(path)/environment.json"
        let bytes: [UInt8]
        do throws(CSVError) { bytes = try Self.bytes(file, inResults: path) } catch { throw UsageError("\(error)") }
        environment = try EnvironmentRecord(Data(bytes), file: file)
        self.path = path
    }

    /// Every sample of the run; none where the folder has no `samples.csv`.
    package func samples() throws(UsageError) -> [SampleRow] {
        let file = "\(path)/samples.csv"
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        do throws(CSVError) {
            return try SampleRow.parse(try Self.bytes(file, inResults: path), file: file)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private static func bytes(_ file: String, inResults folder: String) throws(CSVError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file) else {
            let isThere = FileManager.default.fileExists(atPath: folder)
            let problem =
                isThere
                ? "cannot be read; is '\(folder)' a results folder, as 'run' writes it?"
                : "there is no folder '\(folder)'; measure one with 'run'"
            throw CSVError(file: file, line: 1, problem: problem)
        }
        return [UInt8](data)
    }
}
