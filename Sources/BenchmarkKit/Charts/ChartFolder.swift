import Foundation

/// `DIR/charts/`: the data of each chart, and its pictures.
package struct ChartFolder: Sendable {
    /// What became of the charts.
    package struct Outcome: Sendable, Hashable {
        package var drawn: [String] = []
        package var skipped: [Skipped] = []
    }

    /// A chart without figures.
    package struct Skipped: Sendable, Hashable {
        package let name: String
        /// What would measure its figures.
        package let suite: String
    }

    package let path: String
    let palette: ChartPalette

    /// - Parameter run: the folder's own.
    package init(of run: StoredRun, palette: ChartPalette) {
        path = "\(run.path)/charts"
        self.palette = palette
    }

    /// Writes the data files of all charts for which the run has figures, and nothing else.
    package func writeData(of run: StoredRun, charts: [Chart] = Chart.all) throws(UsageError) -> Outcome {
        var outcome = Outcome()
        let slots = palette.slots(of: RunTable.ordered(run.rows.map(\.implementation)))
        for chart in charts {
            let points = Self.finished(try chart.points(run), slots: slots)
            guard !points.isEmpty else {
                outcome.skipped.append(Skipped(name: chart.name, suite: chart.suite))
                continue
            }
            try write(ChartPoint.csv(points), to: "\(chart.name).csv")
            outcome.drawn.append(chart.name)
        }
        return outcome
    }

    /// Draws `NAME.svg` and `NAME.png` from the data files.
    package func draw(_ names: [String], scripts: ChartScripts, gnuplot: Gnuplot) throws(UsageError) {
        for name in names {
            for type in ["svg", "png"] {
                // Under another name first: a drawing cut short leaves the older picture.
                let (picture, partial) = ("\(path)/\(name).\(type)", "\(path)/.\(name).\(type)")
                try gnuplot.run(script: scripts.script(name), ["\(path)/\(name).csv", partial])
                guard rename(partial, picture) == 0 else {
                    throw UsageError("\(FileError("cannot replace", picture))")
                }
            }
        }
    }

    func write(_ text: String, to file: String) throws(UsageError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw UsageError("\(path): cannot create this folder: \(error.localizedDescription)")
        }
        do throws(FileError) {
            try AtomicFile.write(text.utf8, to: "\(path)/\(file)")
        } catch {
            throw UsageError("\(error)")
        }
    }

    /// With looks, and the lines in the order in which they end, highest first, as a key beside them should be.
    static func finished(_ points: [ChartPoint], slots: [String: Int]) -> [ChartPoint] {
        let lines = RunTable.ordered(points.map(LineName.init))
        let last = Dictionary(points.map { (LineName($0), $0) }) { $1.x >= $0.x ? $1 : $0 }
        let ranked = lines.enumerated().sorted { left, right in
            let (a, b) = (last[left.element]?.y ?? 0, last[right.element]?.y ?? 0)
            return a == b ? left.offset < right.offset : a > b
        }
        return ranked.flatMap { line in
            points.filter { LineName($0) == line.element }.map { point in
                var point = point
                point.slot = slots[point.implementation] ?? 0
                return point
            }
        }
    }

    private struct LineName: Hashable {
        let implementation, variant: String
        init(_ point: ChartPoint) { (implementation, variant) = (point.implementation, point.variant) }
    }
}
