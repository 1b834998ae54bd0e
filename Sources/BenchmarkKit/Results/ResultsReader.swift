import Foundation

/// Reads the files of a results folder, and says which cannot be read.
struct ResultsReader: Sendable {
    /// Without a slash at its end.
    let path: String

    /// - Parameter path: the folder, or the `summary.csv` in it.
    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if path == "summary.csv" || path.hasSuffix("/summary.csv") {
            let folder = path.dropLast("summary.csv".count)
            path = folder.isEmpty ? "." : folder == "/" ? "/" : String(folder.dropLast())
        }
        self.path = path
    }

    /// How the folder's file of this name is named in errors.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// - Throws: what is wrong with the file, in one line that names it.
    func contents(_ name: String) throws(UsageError) -> Data {
        let file = file(name)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw UsageError(
                isThere
                    ? "\(file): there is no such file; is '\(path)' a results folder, as 'run' writes it?"
                    : "\(path): there is no such folder; measure one with 'run'")
        }
        guard !isFolder.boolValue else { throw UsageError("\(file): is a folder where a file should be") }
        do { return try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
            throw UsageError("\(file): cannot be read: \((error as NSError).localizedDescription)")
        }
    }

    /// The rows of `summary.csv`, at least one, each with where it stands.
    func summary() throws(UsageError) -> [(SummaryRow, CSVRecord)] {
        let bytes = try contents("summary.csv")
        let file = file("summary.csv")
        do throws(CSVError) {
            var rows: [(SummaryRow, CSVRecord)] = []
            let records = try CSVReader.records(
                bytes, file: file, columns: SummaryRow.columns, schema: SummaryRow.schema)
            for record in records { rows.append((try SummaryRow(record), record)) }
            guard !rows.isEmpty else {
                throw CSVError(file: file, line: 1, problem: "there is no row below the header")
            }
            return rows
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// That of `environment.json`, which has to be of the same run as the summary.
    func environment(ofRun id: String) throws(UsageError) -> EnvironmentRecord {
        let environment = try EnvironmentRecord(try contents("environment.json"), file: file("environment.json"))
        guard environment.runID == id else {
            throw UsageError(
                "\(file("environment.json")): is of the run \(environment.runID), and summary.csv of \(id)")
        }
        return environment
    }
}
