import Foundation
import Testing

@testable import BenchmarkKit

/// What charts make of a run of all suites, with all the parameters that they vary.
@Suite("Charts of the reference run")
struct ReferenceChartTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../results/reference/standard").standardized.path

    /// Two would be figures of different cases in one line, which then goes back and forth.
    @Test(arguments: Chart.all.map(\.name))
    func `No line has two points at the same place`(name: String) throws {
        let chart = try #require(Chart.all.first { $0.name == name })
        let points = try chart.points(StoredRun(path: Self.folder))
        #expect(!points.isEmpty)
        let places = points.map { "\($0.panel)|\($0.implementation)|\($0.variant)|\($0.row)|\($0.x)" }
        let repeated = Dictionary(grouping: places) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(repeated.isEmpty, "\(repeated.sorted())")
    }
}
