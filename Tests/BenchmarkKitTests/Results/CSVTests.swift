import Testing

@testable import BenchmarkKit

@Suite("CSV text")
struct CSVTests {
    private func records(_ text: String, columns: [String] = ["a", "b"], schema: Int? = nil) throws -> [CSVRecord] {
        try CSVReader.records(Array(text.utf8), file: "f.csv", columns: columns, schema: schema)
    }

    /// What reading `text` complains about.
    private func complaint(_ text: String, columns: [String] = ["a", "b"], schema: Int? = nil) -> String? {
        do {
            _ = try records(text, columns: columns, schema: schema)
            return nil
        } catch { return "\(error)" }
    }

    // MARK: Writing

    @Test("cells with commas, quotes and line ends are quoted, and read back")
    func quoting() throws {
        let cells = ["plain", "a,b", "say \"no\"", "two\nlines", "cr\r", "", " spaces ", "ünïcødé"]
        let text = CSVWriter.text(header: ["a", "b"], rows: cells.map { [$0, "x"] })
        #expect(text.hasPrefix("a,b\nplain,x\n\"a,b\",x\n\"say \"\"no\"\"\",x\n\"two\nlines\",x\n\"cr\r\",x\n,x\n"))
        #expect(try records(text).map { $0["a"] } == cells)
    }

    @Test(
        "numbers have a point in every locale, no thousands marks, and read back as they were",
        arguments: [
            (1234567.0, "1234567"), (0.1, "0.1"), (-2.5, "-2.5"), (1.0 / 3, "0.3333333333333333"), (1e21, "1e+21"),
        ])
    func numbers(value: Double, text: String) {
        #expect(CSVWriter.cell(value) == text)
        #expect(Double(text) == value)
    }

    @Test("what is no number is an empty cell", arguments: [nil, .nan, .infinity] as [Double?])
    func noNumber(value: Double?) { #expect(CSVWriter.cell(value).isEmpty) }

    // MARK: Reading

    @Test("columns are found by name, in any order")
    func order() throws { #expect(try records("b,a\n1,2\n")[0]["a"] == "2") }

    @Test("CRLF ends, a byte order mark and a missing last end are accepted")
    func variants() throws {
        let read = try records("\u{FEFF}a,b\r\n1,\"x\r\ny\"\r\n3,4")
        #expect(read.map { $0["a"] } == ["1", "3"])
        #expect(read[0]["b"] == "x\r\ny")
        #expect(read[1].line == 4)
    }

    @Test(
        "what is wrong is said with file and line",
        arguments: [
            ("", "f.csv:1: no header; the file is empty"),
            ("a,b\n1\n", "f.csv:2: 1 cells where the header has 2 columns"),
            ("a,b\n1,2\n1,2,3\n", "f.csv:3: 3 cells where the header has 2 columns"),
            ("a,b\n\"x\ny\",2\n1\n", "f.csv:4: 1 cells where the header has 2 columns"),
            ("a\n1\n", "f.csv:1: the header has no column 'b'"),
            ("a,b,c\n1,2,3\n", "f.csv:1: unknown column 'c'"),
            ("a,b,a\n1,2,3\n", "f.csv:1: column 'a' occurs twice"),
            ("a,b\n1,\"2\n3,4\n", "f.csv:2: a quote is opened and never closed"),
            ("a,b\n1,\"2\"x\n", "f.csv:2: text after a closing quote"),
            ("a,b\n1,2\"x\n", "f.csv:2: a quote inside a cell without quotes"),
        ])
    func complaints(text: String, expected: String) { #expect(complaint(text) == expected) }

    @Test("text that is not UTF-8 is refused")
    func notUTF8() {
        #expect(throws: CSVError(file: "f.csv", line: 2, problem: "not UTF-8")) {
            try CSVReader.records(Array("a,b\n1,".utf8) + [0xFF, 0x0A], file: "f.csv", columns: ["a", "b"])
        }
    }

    @Test("another schema is named before its unknown columns are")
    func schema() {
        let problem = "f.csv:2: schema '2' is not known; this version reads schema 1"
        #expect(complaint("schema,a,new\n2,1,1\n", columns: ["schema", "a"], schema: 1) == problem)
        #expect(
            complaint("schema,a\n1,1\n2,1\n", columns: ["schema", "a"], schema: 1)
                == problem.replacing(":2:", with: ":3:"))
    }

    @Test("cells that should be numbers are checked, and their line named")
    func cells() throws {
        let record = try #require(try records("a,b\nx,nan\n").first)
        #expect(throws: CSVError(file: "f.csv", line: 2, problem: "'x' in column 'a' is not a whole number")) {
            try record.int("a")
        }
        #expect(throws: CSVError(file: "f.csv", line: 2, problem: "'nan' in column 'b' is not a number")) {
            try record.double("b")
        }
        #expect(try records("a,b\n,2.5\n")[0].optionalDouble("a") == nil)
    }
}
