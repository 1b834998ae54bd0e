import Foundation
import Testing

@testable import BenchmarkKit

@Suite("The report")
struct ReportTests {
    private let fixture = ResultsFixture()

    /// A report whose charts are a drawing made by hand.
    private func page(base: StoredRun? = nil) throws -> String {
        let writer = ReportWriter(
            suites: [ThroughputSuite([])], tool: "bench 9.9", palette: ChartPalette(slots: [1], owners: [:])
        ) { folder, names throws(UsageError) in
            for name in names { try folder.write(Self.drawing, to: "\(name).svg") }
        }
        let run = try fixture.stored()
        _ = try writer.write(run, against: base.map { ComparedRuns($0, run) })
        return try fixture.folder.text("report.html")
    }

    private static let drawing = """
        <?xml version="1.0" encoding="utf-8"?>
        <svg width="640" height="400" viewBox="0 0 640 400" xmlns="http://www.w3.org/2000/svg">
        <title>Gnuplot</title><desc>Produced by GNUPLOT</desc>
        <g id="gnuplot_canvas"><defs><circle id='gpDot'/></defs><use xlink:href='#gpDot' filter="url(#gpDot)"/></g>
        </svg>
        """

    @Test func `What is put into HTML is escaped, unless it is HTML`() {
        let name = "<b>&\"'"
        let inner: HTML = "<i>\(name)</i>"
        #expect("\(inner)!" as HTML == "<i>&lt;b&gt;&amp;&quot;&#39;</i>!")
        #expect(inner.description == "<i>&lt;b&gt;&amp;&quot;&#39;</i>")
    }

    @Test func `Nothing of the files gets into the page as mark-up`() throws {
        let evil = "</td><script>alert(1)</script>"
        fixture.addThroughput(names: ["task", evil])
        fixture.add("fake", evil, "n=1", evil, 1, unit: evil, status: .invalid(evil))
        fixture.add("fake", "x", "n=1", "time", 1, status: .skipped(evil))
        fixture.environment.notes = [evil]
        fixture.environment.cpuModel = evil
        fixture.environment.arguments = ["run", "--filter", evil]
        let page = try page(base: try fixture.stored())
        #expect(!page.contains(evil))
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.contains("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func `It asks for no other file`() throws {
        fixture.addThroughput()
        let page = try page()
        for tag in ["src=", "@import", "<link rel=\"stylesheet\""] { #expect(!page.contains(tag)) }
        let links = page.matches(of: /href=["']([^"']*)["']/).map { String($0.1) }
        #expect(links.allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
        #expect(page.contains("<meta name=\"viewport\" content=\"width=device-width"))
    }

    @Test func `It has the findings, the charts, the noise, the environment, the commands and the figures`() throws {
        fixture.addThroughput()
        fixture.add("throughput", "shaky", "producers=1,backlog=1,body=yield", "operation_time", 1_500, status: .noisy)
        fixture.environment.notes = ["the machine was busy"]
        let page = try page()
        #expect(page.contains("An empty operation is cheapest with task at a backlog of 1 to 10000"))
        #expect(page.contains("<figure id=\"throughput\">"))
        #expect(page.contains("19 figures 1 are <em>noisy</em>"))
        #expect(page.contains("<li>the machine was busy</li>"))
        #expect(page.contains("<dt>processor</dt><dd>A processor</dd>"))
        #expect(page.contains("<td class=\"n\" data-v=\"1500\">1.50 µs</td>"))
        #expect(
            page.contains(
                "git checkout abc\nscripts/setup.sh\nswift run -c release bench run --filter &#39;*x y*&#39; --seed 42")
        )
    }

    @Test(
        "The commands repeat the run in a shell, with its seed",
        arguments: [
            ([], "swift run -c release bench run --seed 42"),
            (["--rounds", "3"], "swift run -c release bench run --rounds 3 --seed 42"),
            (["run", "--seed=7"], "swift run -c release bench run --seed=7"),
            (["run", "--seed", "7", "it's"], "swift run -c release bench run --seed 7 'it'\\''s'"),
        ])
    func commands(arguments: [String], line: String) {
        var environment = EnvironmentRecord.test
        environment.arguments = arguments
        #expect(RunReport.commands(environment).hasSuffix("\n\(line)"))
    }

    @Test func `A drawing is told to those who cannot see it, and shares no name with another`() throws {
        let html = try #require(
            InlineDrawing.html(svg: Self.drawing, id: "c", title: "A & B", description: "Less is better.")?.description)
        #expect(html.hasPrefix("<svg width=\"640\""))
        #expect(
            html.contains("role=\"img\" aria-labelledby=\"c-title c-desc\"><title id=\"c-title\">A &amp; B</title>"))
        #expect(html.contains("<circle id='c-gpDot'/>") && html.contains("href='#c-gpDot'"))
        #expect(html.contains("url(#c-gpDot)") && html.contains("id=\"c-gnuplot_canvas\""))
        #expect(!html.contains("Gnuplot</title>") && !html.contains("GNUPLOT"))
        #expect(InlineDrawing.html(svg: "nothing", id: "c", title: "", description: "") == nil)
    }

    @Test func `Of two runs it shows both environments, the figures and their ratio, and why there are no verdicts`()
        throws
    {
        let base = ResultsFixture()
        base.addThroughput()
        base.environment.host = "elsewhere"
        for name in ["task", "serial"] {
            fixture.add("throughput", name, "producers=1,backlog=1,body=empty", "operation_time", 500)
        }
        let page = try page(base: try base.stored())
        #expect(page.contains("<tr><td>host</td><td>elsewhere</td><td>host</td><td>differs</td></tr>"))
        #expect(page.contains("data-v=\"1000\">1 µs</td><td class=\"n\" data-v=\"500\">500 ns</td>"))
        #expect(page.contains("data-v=\"0.25\">0.25×</td>"))
        #expect(page.contains("Of 2 figures that both have the\ncandidate's is better in 2 and worse in 0"))
        #expect(page.contains("<figure id=\"compare\">"))
        #expect(page.contains("There are none: ") && page.contains("<a href=\"#verdicts\">Verdicts</a>"))
    }
}
