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

    @Test(
        "A line that is wrong is named, with what is wrong",
        arguments: [
            ("", "1: no header; the file is empty"),
            ("\n", "1: an empty line"),
            (rename, "1: no header: the first line has no key 'trace_version'"),
            ("[1]\n", "1: an array where an object should be"),
            ("{", "1: not JSON: column 2: the end of the line where a key in quotes should be"),
            ("trace", "1: not JSON: column 1: 't' where a value should be"),
            (
                notebook.replacing("_version\":1", with: "_version\":2"),
                "1: trace_version 2 is not known; this version reads trace_version 1"
            ),
            (
                notebook.replacing("_version\":1", with: "_version\":\"1\""),
                "1: trace_version is a string; it must be a whole number"
            ),
            (
                notebook.replacing("notebook", with: "notebok"),
                "1: unknown scenario 'notebok'; did you mean 'notebook'?"
            ),
            (
                notebook.replacing("\"seed\":7", with: "\"seed\":-7"),
                "1: seed is -7; it must be from 0 to 9223372036854775807"
            ),
            (
                notebook.replacing("\"seed\":7", with: "\"seed\":99999999999999999999"),
                "1: seed is a number out of range; it must be a whole number"
            ),
            (notebook.replacing("\"users\":2", with: "\"users\":0"), "1: users is 0; it must be from 1 to 100000"),
            (
                notebook.replacing("\"users\":2", with: "\"users\":2.0"),
                "1: users is a number with a fraction; it must be a whole number"
            ),
            (
                notebook.replacing("\"users\":2", with: "\"users\":true"),
                "1: users is a truth value; it must be a whole number"
            ),
            (notebook.replacing("\"users\":2", with: "\"users\":null"), "1: users is null; it must be a whole number"),
            (notebook.replacing("\"users\":2", with: "\"users\":02"), "1: not JSON: column 58: '02' is not a number"),
            (notebook.replacing("\"users\":2,", with: ""), "1: key 'users' is missing"),
            (notebook.replacing("\"users\":2", with: "\"usrs\":2"), "1: unknown key 'usrs'; did you mean 'users'?"),
            (
                notebook.replacing("\"users\":2", with: "\"users\":2,\"users\":2"),
                "1: not JSON: key 'users' occurs twice"
            ),
            (
                notebook.replacing("\"users\":2", with: "\"users\":2,\"colour\":2"),
                "1: unknown key 'colour'; there are trace_version, scenario, seed, users, records, groups, backend"
            ),
            (notebook.replacing("\"groups\":3", with: "\"limit\":3"), "1: key 'groups' is missing"),
            (search.replacing("\"debounce_us\":30,", with: ""), "1: key 'debounce_us' is missing"),
            (sync.replacing("\"limit\":6", with: "\"limit\":0"), "1: limit is 0; it must be from 1 to 1000000"),
            (notebook.replacing(backend, with: "\"backend\":5"), "1: backend is a whole number; it must be an object"),
            (notebook.replacing("\"load_us\":1,", with: ""), "1: key 'backend.load_us' is missing"),
            (
                notebook.replacing("\"load_us\":1", with: "\"load_us\":60000001"),
                "1: backend.load_us is 60000001; it must be from 0 to 60000000"
            ),
            (
                notebook.replacing("\"load_us\":1", with: "\"load_us\":1,\"more\":1"),
                "1: unknown key 'backend.more'; there are load_us, save_us, fetch_us, decode_us, jitter_percent"
            ),
            (
                notebook.replacing("t\":50", with: "t\":101"),
                "1: backend.jitter_percent is 101; it must be from 0 to 100"
            ),
            (notebook, "2: no action follows the header"),
            (notebook + "\n\n" + rename, "2: an empty line"),
            (notebook + "\n" + notebook, "2: key 'at_us' is missing"),
            (
                notebook + "\n" + rename + "\n" + rename.replacing(":5", with: ":4"),
                "3: at_us is 4, earlier than the 5 of the line before"
            ),
            (notebook + "\n" + rename.replacing(":5", with: ":-5"), "2: at_us is -5; it must be from 0 to 86400000000"),
            (
                notebook + "\n" + rename.replacing(":5", with: ":\"5\""),
                "2: at_us is a string; it must be a whole number"
            ),
            (
                notebook + "\n" + rename.replacing("at_us", with: "at_ms"),
                "2: unknown key 'at_ms'; did you mean 'at_us'?"
            ),
            (notebook + "\n" + rename.replacing("user\":1", with: "user\":2"), "2: user is 2; it must be from 0 to 1"),
            (
                notebook + "\n" + rename.replacing("group\":2", with: "group\":3"),
                "2: group is 3; it must be from 0 to 2"
            ),
            (
                notebook + "\n" + rename.replacing("record\":8", with: "record\":9"),
                "2: record is 9; it must be from 0 to 8"
            ),
            (notebook + "\n" + rename.replacing(",\"record\":8", with: ""), "2: key 'record' is missing"),
            (
                notebook + "\n" + rename.replacing("rename", with: "renam"),
                "2: unknown action 'renam'; did you mean 'rename'? (in a notebook trace)"
            ),
            (
                notebook + "\n" + rename.replacing("rename", with: "type"),
                "2: unknown action 'type'; there are rename, export, pull, delete (in a notebook trace)"
            ),
            (
                notebook + "\n" + rename.replacing("\"rename\"", with: "1"),
                "2: action is a whole number; it must be a string"
            ),
            (
                notebook + "\n" + rename.replacing("rename", with: "export"),
                "2: unknown key 'record'; there are at_us, user, action, group"
            ),
            (
                notebook + "\n" + rename.replacing("rename", with: "pull").replacing("record\":8", with: "steps\":0"),
                "2: steps is 0; it must be from 1 to 10000"
            ),
            (
                notebook + "\n" + rename + "\n" + rename.replacing("group\":2", with: "group\":1"),
                "3: record 8 is in group 1, and in group 2 on line 2"
            ),
            (search + "\n" + #"{"at_us":0,"user":0,"action":"type"}"#, "2: key 'text' is missing"),
            (
                search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":5}"#,
                "2: text is a whole number; it must be a string"
            ),
            (
                search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":"a"#,
                "2: not JSON: column 44: a quote is opened and never closed"
            ),
            (
                search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":"\x"}"#,
                "2: not JSON: column 46: 'x' where an escape should be"
            ),
            (
                search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":"\ud83d"}"#,
                "2: not JSON: column 51: '\"' where the other half of a pair should be"
            ),
            (
                search + "\n" + #"{"at_us":0,"user":0,"action":"type","text":"a"} {}"#,
                "2: not JSON: column 49: '{' where the end of the line should be"
            ),
            (
                sync + "\n" + #"{"at_us":0,"user":0,"action":"sync","record":1}"#,
                "2: unknown key 'record'; there are at_us, user, action"
            ),
        ])
    func named(text: String, problem: String) {
        #expect(self.problem(Array(text.utf8)) == "t.jsonl:\(problem)")
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
