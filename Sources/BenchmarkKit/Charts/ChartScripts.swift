import Foundation

/// The folder with the gnuplot scripts, one for each chart.
package struct ChartScripts: Sendable, Hashable {
    package let path: String

    /// Of the tree that this library was compiled from, wherever the package that depends on it is.
    private static let compiledFrom = "\(#filePath)".components(separatedBy: "/Sources/BenchmarkKit/")[0]

    /// The first that has them of: the current folder, the folders above the running program, and the tree that this was
    /// compiled from.
    package static func find(
        currentFolder: String = FileManager.default.currentDirectoryPath,
        program: String? = Bundle.main.executableURL?.resolvingSymlinksInPath().path,
        source: String? = nil
    ) throws(UsageError) -> ChartScripts {
        var roots = [currentFolder]
        var above = program.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? "/"
        while above != "/" && !above.isEmpty {
            roots.append(above)
            above = URL(fileURLWithPath: above).deletingLastPathComponent().path
        }
        roots.append(source ?? compiledFrom)
        for root in roots {
            let folder = "\(root)/scripts/charts"
            let isThere = FileManager.default.fileExists(atPath: "\(folder)/palette.csv")
            if isThere { return ChartScripts(path: folder) }
        }
        throw UsageError(
            "the charts' scripts were not found: there is no scripts/charts/palette.csv in '\(currentFolder)', above the"
                + " program, or in '\(source ?? compiledFrom)'; run it in a checkout of the package")
    }

    func script(_ chart: String) -> String { "\(path)/\(chart).gp" }

    package func palette() throws(UsageError) -> ChartPalette {
        let file = "\(path)/palette.csv"
        guard let data = FileManager.default.contents(atPath: file) else { throw UsageError("\(file): cannot be read") }
        do throws(CSVError) { return try ChartPalette(data, file: file) } catch { throw UsageError("\(error)") }
    }
}
