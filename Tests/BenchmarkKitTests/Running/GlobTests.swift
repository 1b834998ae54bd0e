import Testing

@testable import BenchmarkKit

@Suite("Globs")
struct GlobTests {
    @Test(
        "match a whole text",
        arguments: [
            ("a*c", "abc", true), ("a*c", "abcd", false), ("*", "", true), ("", "", true), ("", "a", false),
            ("?b", "ab", true), ("?b", "b", false), ("*/serial/*", "throughput/serial/backlog=1", true),
            ("[ab]c", "bc", true), ("[!ab]c", "bc", false), ("[a-c]", "b", true), ("[a-c]", "d", false),
            ("a[b", "a[b", true), ("*aab", "aaaaab", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false),
        ])
    func matches(pattern: String, text: String, expected: Bool) {
        #expect(Glob(pattern).matches(text) == expected)
    }

    @Test("many stars do not take exponential time")
    func hostile() {
        let pattern = String(repeating: "a*", count: 40) + "b"
        #expect(!Glob(pattern).matches(String(repeating: "a", count: 2_000)))
    }
}
