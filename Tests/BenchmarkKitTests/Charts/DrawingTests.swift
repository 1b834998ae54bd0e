import Foundation
import Testing

@testable import BenchmarkKit

/// What needs gnuplot; without it the tests are left out.
@Suite("Drawing", .enabled(if: (try? Gnuplot.find()) != nil))
struct DrawingTests {
    private let fixture = ResultsFixture()

    private func draw(_ run: StoredRun, _ charts: [Chart] = Chart.all) throws -> [String] {
        let scripts = try ChartScripts.find()
        let folder = ChartFolder(of: run, palette: try scripts.palette())
        let names = try folder.writeData(of: run, charts: charts).drawn
        try folder.draw(names, scripts: scripts, gnuplot: try Gnuplot.find())
        return names
    }

    @Test func `Every chart of a run with all suites is drawn, as SVG and PNG`() throws {
        fixture.addEverything()
        let run = try fixture.stored()
        let forest = Chart.comparison(RatioRow.rows(base: run, candidate: run))
        let names = try draw(run, Chart.all + [forest])
        #expect(names.count == Chart.all.count + 1)
        #expect(
            fixture.folder.contents("charts") == names.flatMap { ["\($0).csv", "\($0).png", "\($0).svg"] }.sorted())
        for name in names {
            #expect(try fixture.folder.text("charts/\(name).svg").contains("</svg>"))
            #expect(try fixture.folder.bytes("charts/\(name).png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `The points drawn lie where the figures are on logarithmic axes`() throws {
        fixture.addThroughput()
        _ = try draw(try fixture.stored(), [.throughput])
        let svg = try fixture.folder.text("charts/throughput.svg")
        // The runner's points are filled discs in its black; the last disc is the key's.
        let discs = svg.matches(
            of:
                /<use xlink:href='#gpPt6' transform='translate\(([0-9.]+),([0-9.]+)\)[^>]*color='(?:black|rgb\( *0, *0, *0\))'/
        )
        let drawn = discs.map { (x: Double($0.1) ?? .nan, y: Double($0.2) ?? .nan) }
        let figures = [(1.0, 2_000.0), (100, 2_250), (10_000, 3_000)]
        try #require(drawn.count == figures.count + 1)
        let scaleX = (drawn[2].x - drawn[0].x) / (log(figures[2].0) - log(figures[0].0))
        let scaleY = (drawn[2].y - drawn[0].y) / (log(figures[2].1) - log(figures[0].1))
        // To the right and, downwards in SVG, to the top.
        #expect(scaleX > 10 && scaleY < -10)
        #expect(abs(drawn[0].x + scaleX * log(figures[1].0) - drawn[1].x) < 0.1)
        #expect(abs(drawn[0].y + scaleY * log(figures[1].1 / figures[0].1) - drawn[1].y) < 0.1)
        // And they stand at the height that the axis says: its label's baseline is a few pixels below the tick.
        let label = try #require(svg.firstMatch(of: /translate\([0-9.]+,([0-9.]+)\)"[^>]*>\s*<text>2 µs/))
        let twoMicroseconds = try #require(Double(label.1)) - 4.2
        #expect(abs(twoMicroseconds - drawn[0].y) < 2)
        // Each has its interval: 10 % to both sides.
        let segments = svg.matches(of: /M([0-9.]+),([0-9.]+) L([0-9.]+),([0-9.]+)/).map { match in
            [match.1, match.2, match.3, match.4].map { Double($0) ?? .nan }
        }
        for point in drawn.prefix(figures.count) {
            let interval = [point.x, point.y + scaleY * log(0.9), point.x, point.y + scaleY * log(1.1)]
            #expect(segments.contains { zip($0, interval).allSatisfy { abs($0 - $1) < 0.1 } })
        }
    }

    @Test func `Names are drawn as they are: no mark-up, no format, no code`() throws {
        let names = ["a_b^c", "100%d", "<script>alert(1)</script>", "it's \"x\"", "two words", "back\\slash"]
        fixture.addThroughput(names: names)
        for (index, name) in names.enumerated() {
            fixture.add("throughput", name, "producers=1,backlog=1000,body=empty", "allocations", Double(index + 1))
        }
        _ = try draw(try fixture.stored(), [.throughput, .allocations])
        for chart in ["throughput", "allocations"] {
            let svg = try fixture.folder.text("charts/\(chart).svg")
            #expect(!svg.contains("<script"))
            for name in ["a_b^c", "100%d", "&lt;script>alert(1)", "it’s ”x”", "two words"] {
                #expect(svg.contains(name), "\(chart): \(name)")
            }
        }
    }

    @Test func `A script that gnuplot cannot run is an error that names it`() throws {
        try "plot nonsense(".write(toFile: "\(fixture.folder.path)/x.gp", atomically: true, encoding: .utf8)
        let gnuplot = try Gnuplot.find()
        #expect {
            try gnuplot.run(script: "\(fixture.folder.path)/x.gp", [])
        } throws: {
            "\($0)".hasPrefix("gnuplot could not draw \(fixture.folder.path)/x.gp: ")
        }
    }
}
