import Testing

@testable import BenchmarkKit

struct RunTableTests {
    @Test(
        "a bar has a cell for each doubling, from 1/8 to 128 times",
        arguments: [
            (1.0, "███"), (2, "████"), (0.5, "██"), (1.0905, "███▏"), (3, "████▋"), (0.125, "▏"), (0.001, "▏"),
            (128, "██████████"), (1e9, "██████████"), (90, "█████████▌"),
        ] as [(Double?, String)] + [(nil, ""), (0, ""), (-1, ""), (.infinity, ""), (.nan, "")])
    func bar(ratio: Double?, expected: String) { #expect(RatioBar.text(ratio) == expected) }

    private func row(
        _ implementation: String, _ p50: Double, ratio: Double?, metric: String = "time", unit: String = "ns",
        status: CaseStatus = .ok
    ) -> SummaryRow {
        SummaryRow(
            run: .test, suite: "fake", caseName: "fake/\(implementation)/backlog=1", implementation: implementation,
            parameters: [:], metric: MetricDefinition(metric, unit: unit), rounds: 3,
            summary: SampleSummary(
                count: 3, minimum: p50, p50: p50, p90: p50, p99: p50, p999: p50, maximum: p50, mean: p50,
                standardDeviation: 0),
            interval: nil, ratio: ratio, status: status)
    }

    private func lines(_ rows: [SummaryRow]) -> [String] {
        RunTable(
            rows: rows, questions: [:], references: ["fake/task/backlog=1"], notes: [], ending: []
        ).text.split(separator: "\n").map(String.init)
    }

    @Test func `The ratio stands with its bar, and what comes behind is aligned`() {
        let lines = lines([
            row("task", 100, ratio: 1), row("mine", 250, ratio: 2.5, status: .noisy), row("slow", 12_800, ratio: 128),
            row("other", 50, ratio: nil, status: .noisy),
        ])
        #expect(
            lines[1...6] == [
                "  backlog=1",
                "    metric  implementation   median  95 %  p99  ratio",
                "    time    task *           100 ns     –    –  1.00×  ███",
                "            mine             250 ns     –    –  2.50×  ████▍       noisy",
                "            slow            12.8 µs     –    –   128×  ██████████",
                "            other             50 ns     –    –      –              noisy",
            ])
    }

    @Test func `No line is wider than the table, which leaves out its bars rather`() {
        let metric = String(repeating: "m", count: 40)
        let wide = row(
            String(repeating: "i", count: 40), 100, ratio: 1234, metric: metric,
            unit: "furlongs/fortnight", status: .invalid("order"))
        let lines = lines([row("task", 123, ratio: 0.51, metric: metric, unit: "furlongs/fortnight"), wide])
        #expect(lines.allSatisfy { $0.count <= RunTable.width })
        #expect(!lines.contains { $0.contains("█") })
        #expect(lines[3].hasPrefix("    \(String(repeating: "m", count: 25))…  task *"))
    }

    @Test func `Without any ratio there is no column for its bar`() {
        #expect(
            lines([row("task", 100, ratio: nil, status: .noisy)])[2...3] == [
                "    metric  implementation  median  95 %  p99  ratio",
                "    time    task *          100 ns     –    –      –  noisy",
            ])
    }
}
