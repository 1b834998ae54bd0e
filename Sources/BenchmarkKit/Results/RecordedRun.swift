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
        let folder = Self.folder(path)
        do {
            let summary = "\(folder)/summary.csv"
            let records = try CSVReader.records(
                try Self.contents(summary), file: summary, columns: SummaryRow.columns, schema: SummaryRow.schema)
            guard !records.isEmpty else {
                throw CSVError(file: summary, line: 1, problem: "there is no row below the header")
            }
            var rows: [SummaryRow] = []
            for record in records { rows.append(try SummaryRow(record)) }
            let samples = "\(folder)/samples.csv"
            var reader = try SamplesReader(zip(rows, records).map { ($0, $1) })
            try reader.read(try Self.contents(samples), file: samples)
            self.rows = rows
            (results, places) = try reader.finish(file: samples)
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError("\(error)")
        }
        environment = try Self.environment("\(folder)/environment.json")
        if let environment, environment.runID != rows[0].run.id {
            throw UsageError(
                "\(folder)/environment.json: is of the run \(environment.runID), and summary.csv of \(rows[0].run.id)")
        }
    }

    /// Where a figure stands: `samples.csv:12`.
    package func place(of caseName: String, metric: String, round: Int) -> String {
        places[SamplePlace(caseName: caseName, metric: metric, round: round)] ?? "\(Self.folder(path))/samples.csv"
    }

    private static func folder(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard path == "summary.csv" || path.hasSuffix("/summary.csv") else { return path }
        let folder = path.dropLast("summary.csv".count)
        return folder.isEmpty ? "." : folder == "/" ? "/" : String(folder.dropLast())
    }

    private static func contents(_ path: String) throws(UsageError) -> Data {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw UsageError("\(path): there is no such file; name a results folder, such as results/latest")
        }
        guard !isFolder.boolValue else { throw UsageError("\(path): is a folder where a file should be") }
        do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw UsageError("\(path): cannot be read: \((error as NSError).localizedDescription)")
        }
    }

    private static func environment(_ path: String) throws(UsageError) -> EnvironmentRecord? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try EnvironmentRecord(try contents(path), file: path)
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
