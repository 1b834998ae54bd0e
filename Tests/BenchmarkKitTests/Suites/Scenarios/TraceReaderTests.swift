import Testing

@testable import BenchmarkKit

struct TraceReaderTests {
    private static let backend =
        #""backend":{"load_us":1,"save_us":2,"fetch_us":3,"decode_us":4,"jitter_percent":50}"#
    private static let notebook =
        #"{"trace_version":1,"scenario":"notebook","seed":7,"users":2,"records":9,"groups":3,"#
        + backend + "}"
    private static let search =
        #"{"trace_version":1,"scenario":"search","seed":7,"users":2,"records":9,"debounce_us":30,"#
        + backend + "}"
    private static let sync =
        #"{"trace_version":1,"scenario":"sync","seed":7,"users":2,"records":9,"limit":6,"# + backend + "}"
    private static let rename = #"{"at_us":5,"user":1,"action":"rename","group":2,"record":8}"#

    private func read(_ text: String) throws -> ScenarioTrace { try TraceReader.trace(text.utf8, file: "t.jsonl") }

    private func problem(_ bytes: [UInt8]) -> String? {
        do {
            _ = try TraceReader.trace(bytes, file: "t.jsonl")
            return nil
        } catch {
            return "\(error)"
        }
    }

    // MARK: Fine

    @Test func `Every key of every action is read`() throws {
        let trace = try read(
            [
                Self.notebook, Self.rename, #"{"at_us":5,"user":0,"action":"export","group":0}"#,
                #"{"at_us":6,"user":0,"action":"pull","group":1,"steps":4}"#,
                #"{"at_us":7,"user":0,"action":"delete","group":2,"record":8}"#,
            ].joined(separator: "\n"))
        var header = ScenarioHeader(scenario: .notebook, seed: 7, users: 2, records: 9)
        header.groups = 3
        header.backend = BackendLatencies(
            loadMicroseconds: 1, saveMicroseconds: 2, fetchMicroseconds: 3, decodeMicroseconds: 4, jitterPercent: 50)
        #expect(trace.header == header)
        #expect(
            trace.actions == [
                ScenarioAction(index: 0, microseconds: 5, user: 1, kind: .rename, group: 2, record: 8),
                ScenarioAction(index: 1, microseconds: 5, user: 0, kind: .export, group: 0),
                ScenarioAction(index: 2, microseconds: 6, user: 0, kind: .pull, group: 1, steps: 4),
                ScenarioAction(index: 3, microseconds: 7, user: 0, kind: .delete, group: 2, record: 8),
            ])
    }

    @Test func `The other scenarios have their own keys`() throws {
        let search = try read(
            Self.search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":"n\u00e4\ud83d\ude00\""}"#)
        #expect(search.header.debounceMicroseconds == 30)
        #expect(search.actions[0].text == "nä😀\"")
        let sync = try read(
            Self.sync + "\n" + #"{"at_us":0,"user":0,"action":"sync"}"# + "\n"
                + #"{"at_us":0,"user":1,"action":"open","record":3}"#)
        #expect(sync.header.limit == 6)
        #expect(sync.actions.map(\.kind) == [.sync, .open])
        #expect(sync.actions[1].record == 3)
    }

    @Test func `Keys in any order, spaces, Windows line ends and a byte order mark are fine`() throws {
        let plain = try read(Self.notebook + "\n" + Self.rename + "\n")
        let other = try read(
            "\u{FEFF}" + Self.notebook + "\r\n"
                + #" { "record" : 8, "user":1,"group":2 ,"action":"rename","at_us":5 } "# + "\r\n")
        #expect(other == plain)
    }

    // MARK: Wrong

    struct Malformed: Sendable, CustomTestStringConvertible {
        let text: String
        let problem: String
        var testDescription: String { problem }

        init(_ lines: [String], _ problem: String) {
            text = lines.joined(separator: "\n")
            self.problem = problem
        }
    }

    /// A header with a part of it changed.
    private static func header(_ base: String, _ old: String, _ new: String, _ problem: String) -> Malformed {
        Malformed([base.replacing(old, with: new)], "1: \(problem)")
    }

    /// A rename with a part of it changed, behind a header.
    private static func rename(_ old: String, _ new: String, _ problem: String) -> Malformed {
        Malformed([notebook, rename.replacing(old, with: new)], "2: \(problem)")
    }

    /// A line behind a header.
    private static func line(_ header: String, _ line: String, _ problem: String) -> Malformed {
        Malformed([header, line], "2: \(problem)")
    }

    static let malformedHeaders: [Malformed] = [
        Malformed([], "1: no header; the file is empty"),
        Malformed(["", ""], "1: an empty line"),
        Malformed([rename], "1: no header: the first line has no key 'trace_version'"),
        Malformed(["[1]"], "1: an array where an object should be"),
        Malformed(["{"], "1: not JSON: column 2: the end of the line where a key in quotes should be"),
        Malformed(["trace"], "1: not JSON: column 1: 't' where a value should be"),
        header(
            notebook, "version\":1", "version\":2",
            "trace_version 2 is not known; this version reads trace_version 1"),
        header(notebook, "version\":1", "version\":\"1\"", "trace_version is a string; it must be a whole number"),
        header(notebook, "notebook", "notebok", "unknown scenario 'notebok'; did you mean 'notebook'?"),
        header(notebook, "seed\":7", "seed\":-7", "seed is -7; it must be from 0 to 9223372036854775807"),
        header(
            notebook, "seed\":7", "seed\":99999999999999999999",
            "seed is a number out of range; it must be a whole number"),
        header(notebook, "users\":2", "users\":0", "users is 0; it must be from 1 to 100000"),
        header(notebook, "users\":2", "users\":2.0", "users is a number with a fraction; it must be a whole number"),
        header(notebook, "users\":2", "users\":true", "users is a truth value; it must be a whole number"),
        header(notebook, "users\":2", "users\":null", "users is null; it must be a whole number"),
        header(notebook, "users\":2", "users\":02", "not JSON: column 59: '02' is not a number"),
        header(notebook, "\"users\":2,", "", "key 'users' is missing"),
        header(notebook, "users\":2", "usrs\":2", "unknown key 'usrs'; did you mean 'users'?"),
        header(notebook, "users\":2", "users\":2,\"users\":2", "not JSON: key 'users' occurs twice"),
        header(
            notebook, "users\":2", "users\":2,\"colour\":2",
            "unknown key 'colour'; there are trace_version, scenario, seed, users, records, groups, backend"),
        header(notebook, "groups\":3", "limit\":3", "key 'groups' is missing"),
        header(search, "\"debounce_us\":30,", "", "key 'debounce_us' is missing"),
        header(sync, "limit\":6", "limit\":0", "limit is 0; it must be from 1 to 1000000"),
        header(notebook, backend, "\"backend\":5", "backend is a whole number; it must be an object"),
        header(notebook, "\"load_us\":1,", "", "key 'backend.load_us' is missing"),
        header(
            notebook, "load_us\":1", "load_us\":60000001", "backend.load_us is 60000001; it must be from 0 to 60000000"),
        header(
            notebook, "load_us\":1", "load_us\":1,\"more\":1",
            "unknown key 'backend.more'; there are load_us, save_us, fetch_us, decode_us, jitter_percent"),
        header(notebook, "t\":50", "t\":101", "backend.jitter_percent is 101; it must be from 0 to 100"),
        Malformed([notebook], "2: no action follows the header"),
    ]

    static let malformedActions: [Malformed] = [
        Malformed([notebook, "", rename], "2: an empty line"),
        line(notebook, notebook, "key 'at_us' is missing"),
        Malformed(
            [notebook, rename, rename.replacing(":5", with: ":4")],
            "3: at_us is 4, earlier than the 5 of the line before"),
        rename(":5", ":-5", "at_us is -5; it must be from 0 to 86400000000"),
        rename(":5", ":\"5\"", "at_us is a string; it must be a whole number"),
        rename("at_us", "at_ms", "unknown key 'at_ms'; did you mean 'at_us'?"),
        rename("user\":1", "user\":2", "user is 2; it must be from 0 to 1"),
        rename("group\":2", "group\":3", "group is 3; it must be from 0 to 2"),
        rename("record\":8", "record\":9", "record is 9; it must be from 0 to 8"),
        rename(",\"record\":8", "", "key 'record' is missing"),
        rename("rename", "renam", "unknown action 'renam'; did you mean 'rename'? (in a notebook trace)"),
        rename("rename", "open", "unknown action 'open'; there are rename, export, pull, delete (in a notebook trace)"),
        rename("\"rename\"", "1", "action is a whole number; it must be a string"),
        rename("rename", "export", "unknown key 'record'; there are at_us, user, action, group"),
        line(
            notebook, #"{"at_us":5,"user":1,"action":"pull","group":2,"steps":0}"#,
            "steps is 0; it must be from 1 to 10000"),
        Malformed(
            [notebook, rename, rename.replacing("group\":2", with: "group\":1")],
            "3: record 8 is in group 1, and in group 2 on line 2"),
        line(search, #"{"at_us":0,"user":0,"action":"type"}"#, "key 'text' is missing"),
        line(
            search, #"{"at_us":0,"user":0,"action":"type","text":5}"#, "text is a whole number; it must be a string"),
        line(
            search, #"{"at_us":0,"user":0,"action":"type","text":"a"#,
            "not JSON: column 44: a quote is opened and never closed"),
        line(
            search, #"{"at_us":0,"user":0,"action":"type","text":"\x"}"#,
            "not JSON: column 46: 'x' where an escape should be"),
        line(
            search, #"{"at_us":0,"user":0,"action":"type","text":"\ud83d"}"#,
            "not JSON: column 51: '\"' where the other half of a pair should be"),
        line(
            search, #"{"at_us":0,"user":0,"action":"type","text":"a"} {}"#,
            "not JSON: column 49: '{' where the end of the line should be"),
        line(
            sync, #"{"at_us":0,"user":0,"action":"sync","record":1}"#,
            "unknown key 'record'; there are at_us, user, action"),
    ]

    @Test(arguments: malformedHeaders + malformedActions)
    func `A line that is wrong is named, with what is wrong`(malformed: Malformed) {
        #expect(problem(Array(malformed.text.utf8)) == "t.jsonl:\(malformed.problem)")
    }

    @Test func `What is not UTF-8 is named by its line`() {
        let bytes = Array((Self.notebook + "\n" + Self.rename + "\n").utf8) + [0xFF, 0x0A]
        #expect(problem(bytes) == "t.jsonl:3: not UTF-8")
    }

    @Test(
        "A file's name becomes a part of a case's name",
        arguments: [
            ("busy.jsonl", "busy"), ("/a/b.c/day-2_x.jsonl", "day-2_x"), ("a,b=c d.jsonl", "a-b-c-d"),
            (".hidden", ".hidden"), ("tär", "t-r"), ("a.b.jsonl", "a.b"),
        ])
    func fileName(path: String, name: String) {
        #expect(NamedTrace.name(ofFile: path) == name)
    }
}
