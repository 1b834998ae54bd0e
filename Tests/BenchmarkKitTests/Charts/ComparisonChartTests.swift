import Testing

@testable import BenchmarkKit

@Suite("Two runs in charts and reports")
struct ComparisonChartTests {
    private func rows(_ figures: [(Double, Double)], better: BetterDirection = .lower) throws -> [RatioRow] {
        let (base, candidate) = (ResultsFixture(), ResultsFixture())
        for (index, (before, after)) in figures.enumerated() {
            base.add("s", "a", "n=\(index)", "time", before, better: better)
            candidate.add("s", "a", "n=\(index)", "time", after, better: better)
        }
        candidate.add("s", "a", "n=new", "time", 1)
        return RatioRow.rows(base: try base.stored(), candidate: try candidate.stored())
    }

    @Test func `A ratio's interval is the widest that the medians' own allow`() throws {
        let row = try #require(try rows([(100, 50)]).first)
        #expect(row.ratio == 0.5)
        let interval = try #require(row.interval)
        #expect(abs(interval.low - 45.0 / 110) < 1e-12 && abs(interval.high - 55.0 / 90) < 1e-12)
    }

    @Test func `Only what both have is compared, and a figure of a broken case is not`() throws {
        #expect(try rows([(1, 2), (3, 4)]).map(\.caseName) == ["s/a/n=0", "s/a/n=1"])
        let (base, candidate) = (ResultsFixture(), ResultsFixture())
        base.add("s", "a", "n=1", "time", 1)
        candidate.add("s", "a", "n=1", "time", 1, status: .invalid("order"))
        #expect(RatioRow.rows(base: try base.stored(), candidate: try candidate.stored()).isEmpty)
    }

    @Test func `Better and worse follow the metric's direction, and need the whole interval`() throws {
        #expect(try rows([(100, 50), (100, 200), (100, 105)]).map(\.direction) == [.better, .worse, .unclear])
        #expect(try rows([(100, 50), (100, 200)], better: .higher).map(\.direction) == [.worse, .better])
    }

    @Test func `Of rounds in turns the paired estimate and its interval are drawn, not the medians' own`() throws {
        // Rounds differ by far more than the builds do, so that only the pairs tell that something changed.
        let base = (1...12).map { 100 * Double($0) }
        let fixture = PairFixture(cases: [.init(base: base, candidate: base.map { $0 * 1.1 })])
        let folder = TemporaryFolder()
        let paths = try [fixture.base, fixture.candidate].map { try PairFixture.write($0, to: folder.path) }
        let compared = ComparedRuns(try StoredRun(path: paths[0]), try StoredRun(path: paths[1]))
        let row = try #require(compared.ratios.first)
        #expect(compared.arePaired && row.direction == .worse)
        let interval = try #require(row.interval)
        #expect(abs(row.ratio - 1.1) < 1e-9 && abs(interval.low - 1.1) < 1e-9 && abs(interval.high - 1.1) < 1e-9)
        let lonely = PairFixture(cases: fixture.cases, arePaired: false)
        let others = try [lonely.base, lonely.candidate].map { try PairFixture.write($0, to: "\(folder.path)/b") }
        let apart = ComparedRuns(try StoredRun(path: others[0]), try StoredRun(path: others[1]))
        #expect(!apart.arePaired && apart.ratios.first?.direction == .unclear)
    }

    @Test func `The forest shows the largest changes, in the order of their ratios`() throws {
        let rows = try rows([(100, 101), (100, 300), (100, 20), (100, 99)])
        let run = StoredRun(path: "", rows: [], environment: .test)
        let points = try Chart.comparison(rows, most: 2).points(run)
        #expect(points.map(\.row) == ["s/a: time|n=2", "s/a: time|n=1"])
        #expect(points.map(\.y) == [0.2, 3])
        #expect(points.map(\.variant) == ["better", "worse"])
        #expect(points[0].panel == "the 2 largest changes of 4")
        #expect(abs(points[1].low - 270.0 / 110) < 1e-12)
    }
}
