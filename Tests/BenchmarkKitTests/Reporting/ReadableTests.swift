import Testing

@testable import BenchmarkKit

@Suite("Figures as people read them")
struct ReadableTests {
    @Test(
        "values have three digits and a unit that fits",
        arguments: [
            (0, "ns", "0 ns"), (999.4, "ns", "999 ns"), (999.9, "ns", "1.00 µs"), (12_345, "ns", "12.3 µs"),
            (1_234_567, "ns", "1.23 ms"), (2.5e9, "ns", "2.50 s"), (5, "ns/op", "5 ns/op"), (2_048, "B", "2 KiB"),
            (1_500_000, "count", "1500000"), (3.14159, "", "3.14"), (0.001234, "1", "0.0012"), (50, "%", "50 %"),
        ])
    func values(value: Double, unit: String, expected: String) {
        #expect(Readable.value(value, unit: unit) == expected)
    }

    @Test(
        "ratios, spreads and times",
        arguments: [
            (Readable.ratio(1), "1.00×"), (Readable.ratio(12.34), "12.3×"), (Readable.ratio(123.4), "123×"),
            (Readable.plusMinus(0.0123), "±1.2 %"), (Readable.plusMinus(0.25), "±25 %"),
            (Readable.plusMinus(20), "±>999 %"),
            (Readable.seconds(0.42), "0.4 s"), (Readable.seconds(34.4), "34 s"), (Readable.seconds(80), "1 min 20 s"),
            (Readable.seconds(-1), "0.0 s"),
        ])
    func others(text: String, expected: String) { #expect(text == expected) }

    @Test("columns line up, and lines have no spaces at their ends")
    func table() {
        var table = TextTable([.left, .right, .left])
        table.add(["name", "1", ""])
        table.add(["n", "1000", "µs"])
        #expect(table.lines(indent: 1) == [" name     1", " n     1000  µs"])
    }

    @Test("text is wrapped at spaces, and a long word stands alone")
    func wrapping() {
        #expect(
            TextTable.wrap("one two three incomprehensible x", width: 9, indent: "- ", hanging: "  ") == [
                "- one two", "  three", "  incomprehensible", "  x",
            ])
    }

    @Test(
        "a name is suggested where a third of its letters, or one, is wrong",
        arguments: [
            ("throughptu", "throughput"), ("serail", "serial"), ("gate", nil), ("actr", "actor"),
        ])
    func suggestion(name: String, expected: String?) {
        #expect(Suggestion.nearest(to: name, among: ["throughput", "serial", "actor"]) == expected)
    }
}
