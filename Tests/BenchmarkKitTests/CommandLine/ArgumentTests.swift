import Foundation
import Synchronization
import Testing

@testable import BenchmarkKit

@Suite("The command line")
struct ArgumentTests {
    private let temporary = TemporaryFolder()

    private func run(
        _ arguments: [String], implementations: [FakeSuite.Implementation]? = nil, output: CapturedOutput,
        interruption: InterruptionFlag = InterruptionFlag(),
        processors: @escaping @Sendable () -> ProcessorReading? = { nil }
    ) async -> Int32 {
        let suite = FakeSuite(
            backlogs: [1, 10],
            implementations: implementations ?? [.init("base") { _ in 1 }, .init("other") { _ in 2 }])
        let command = BenchmarkCommand(
            name: "bench", version: "9.9", suites: [suite], output: output, interruption: interruption,
            catchesSignals: false, load: { [0, 0, 0] }, processors: processors)
        return await command.run(arguments: arguments)
    }

    private var results: String { "\(temporary.path)/results" }

    /// Readings of 100 ticks each, of which so many were stolen.
    private func readings(stolen: UInt64) -> @Sendable () -> ProcessorReading? {
        let count = Mutex<UInt64>(0)
        return {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            let line = "cpu 0 0 0 \(number * (100 - stolen)) 0 0 0 \(number * stolen)"
            return ProcessorTimes(line).map { ProcessorReading(times: $0, ownSeconds: 0) }
        }
    }

    @Test("a run says whether other machines of the host disturbed it, in the table and in the files")
    func disturbed() async throws {
        for (stolen, isTold) in [(1, false), (2, false), (3, true)] as [(UInt64, Bool)] {
            let output = CapturedOutput()
            let code = await run(
                ["run", "--output", results, "--allocations", "off"], output: output,
                processors: readings(stolen: stolen))
            #expect(code == 0)
            let words = output.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("other virtual machines 3.0 %") == isTold)
            let environment = try String(contentsOfFile: "\(results)/latest/environment.json", encoding: .utf8)
            #expect(environment.contains("virtual machines 3.0 %") == isTold)
        }
    }

    // MARK: Bad input

    @Test(
        "bad input exits with 2 and one line that says what and what to do; nothing is printed or written",
        arguments: [
            (["run", "--suite", "fakee"], "unknown suite 'fakee'; did you mean 'fake'?"),
            (["run", "--implementation", "bass"], "unknown implementation 'bass'; did you mean 'base'?"),
            (["rum"], "unknown command 'rum'; did you mean 'run'?"),
            (["--rouns", "3"], "unknown flag '--rouns'; did you mean '--rounds'?"),
            (["--filter", "nowhere"], "matches no case"),
            (["--filter", "!*"], "matches no case"),
            (["--filter", "!"], "excludes nothing"),
            (["--time", "-1"], "--time '-1' is not a time"),
            (["--time", "0"], "is not a time"),
            (["--time", "nan"], "is not a time"),
            (["--time=fast"], "is not a time"),
            (["--rounds", "0"], "--rounds '0' is not possible"),
            (["--rounds", "1.5"], "is not possible"),
            (["--limits", "0"], "--limits '0' is not possible"),
            (["--limits", "1,,2"], "is not possible"),
            (["--limits", "2,2"], "--limits has 2 twice"),
            (["--limits", "99999999999999999999"], "is not possible"),
            (["--shard", "3/2"], "--shard '3/2' is not a part of a whole"),
            (["--shard", "1"], "is not a part of a whole"),
            (["--seed", "-3"], "--seed '-3' is not a seed"),
            (["--profile", "quik"], "did you mean 'quick'?"),
            (["--format", "xml"], "unknown format 'xml'; there are table, csv, json, markdown"),
            (["--allocator", "tcmalloc"], "unknown allocator"),
            (["--suite", ""], "--suite has an empty value"),
            (["--suite", "fake,"], "has an empty name"),
            (["--suite"], "--suite needs a value"),
            (["--suite", "--filter", "x"], "--suite needs a value"),
            (["--no-progress=yes"], "--no-progress takes no value"),
            (["--seed", "1", "--seed", "2"], "--seed is given twice"),
            (["run", "fake"], "unexpected argument 'fake'"),
            (["list", "--seed", "1"], "'list' has no flag '--seed'; 'run' has"),
            (["--output", "/dev/null/x"], "--output /dev/null/x: cannot create this folder: Not a directory"),
        ])
    func badInput(arguments: [String], complaint: String) async {
        let output = CapturedOutput()
        var arguments = arguments
        if !arguments.contains("--output"), arguments.first != "list" { arguments += ["--output=\(results)"] }
        #expect(await run(arguments, output: output) == 2)
        #expect(output.output.isEmpty)
        #expect(output.error.hasPrefix("bench: ") && output.error.contains(complaint), "\(output.error)")
        #expect(output.error.filter(\.isNewline).count == 1 && output.error.last == "\n")
        #expect(temporary.contents().isEmpty)
    }

    // MARK: Telling

    @Test(
        "--help of each command names its flags and an example, and stays within 80 columns",
        arguments: [[], ["run"], ["list"]])
    func help(verb: [String]) async {
        let output = CapturedOutput()
        #expect(await run(verb + ["--help"], output: output) == 0)
        for flag in ["--suite", "--filter", "--profile", "example:", "fake"] { #expect(output.output.contains(flag)) }
        #expect(output.output.contains("--seed") == (verb != ["list"]))
        for line in output.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(output.error.isEmpty)
    }

    @Test("--version names the tool, the schema, Swift and the revision")
    func version() async {
        let output = CapturedOutput()
        #expect(await run(["--version"], output: output) == 0)
        for part in ["bench 9.9\n", "csv schema 1\n", "swift ", "revision "] { #expect(output.output.contains(part)) }
    }

    @Test("list prints what run would measure, and measures nothing")
    func list() async {
        let output = CapturedOutput()
        let code = await run(
            ["list", "--filter", "*other*"],
            implementations: [
                .init("base") { _ in 1 },
                .init("other") { _ in
                    Issue.record("list measured")
                    return []
                },
            ], output: output)
        #expect(code == 0)
        #expect(output.output.contains("  fake/other/backlog=1,colour=red\n  fake/other/backlog=10,colour=red\n"))
        #expect(!output.output.contains("base"))
        #expect(temporary.contents().isEmpty)
    }

    @Test(
        "list has the formats of run",
        arguments: [
            (
                "csv",
                "case,suite,implementation,parameters,reference,rounds,seconds,skipped\n\"fake/base/backlog=1,colour=red\",fake,"
            ),
            ("json", "[\n  {\"case\": \"fake/base/backlog=1,colour=red\", \"suite\": \"fake\""),
            ("markdown", "| case | suite |"),
        ])
    func listFormats(format: String, start: String) async {
        let output = CapturedOutput()
        #expect(await run(["list", "--format", format], output: output) == 0)
        #expect(output.output.hasPrefix(start))
    }

    @Test("--dry-run is list with the flags of run")
    func dryRun() async {
        let output = CapturedOutput()
        #expect(await run(["--dry-run", "--seed", "1", "--output", results], output: output) == 0)
        #expect(output.output.contains("4 cases"))
        #expect(temporary.contents().isEmpty)
    }

    // MARK: Running

    @Test("run is the default, exits with 0 and leaves the files", arguments: [[], ["run"]])
    func runs(verb: [String]) async throws {
        let output = CapturedOutput()
        #expect(await run(verb + ["--output", results, "--seed=7"], output: output) == 0)
        #expect(output.error.isEmpty || output.error.contains("debug build"))
        #expect(output.output.contains("other") && output.output.contains("2.00×"))
        #expect(temporary.contents("results/latest") == ["environment.json", "samples.csv", "summary.csv"])
        #expect(try temporary.text("results/latest/environment.json").contains("\"seed\" : 7"))
    }

    @Test(
        "standard output is data only, whatever the format",
        arguments: [("csv", "schema,run_id,"), ("json", "[\n  {\"schema\": 1"), ("markdown", "| case | metric |")])
    func formats(format: String, start: String) async throws {
        let output = CapturedOutput()
        #expect(await run(["--format", format, "--output", results], output: output) == 0)
        #expect(output.output.hasPrefix(start))
        if format == "csv" { #expect(try temporary.text("results/latest/summary.csv") == output.output) }
    }

    @Test("a failure or a broken contract exits with 4, and the others' results are kept", arguments: [true, false])
    func failure(isContract: Bool) async throws {
        struct Broken: Error {}
        let output = CapturedOutput()
        let code = await run(
            ["--output", results],
            implementations: [
                .init("base") { _ in 1 },
                .init("bad") { _ in if isContract { throw ContractViolation("lost: 1") } else { throw Broken() } },
            ], output: output)
        #expect(code == 4)
        #expect(output.output.contains(isContract ? "[1] lost: 1" : "[1] Broken()"))
        let rows = try SummaryRow.parse(temporary.bytes("results/latest/summary.csv"), file: "summary.csv")
        #expect(rows.filter { $0.status == .ok }.map(\.implementation) == ["base", "base"])
    }

    @Test("an interruption exits with 130 and writes what is finished")
    func interrupted() async throws {
        let interruption = InterruptionFlag()
        let output = CapturedOutput()
        let code = await run(
            ["--output", results],
            implementations: [
                .init("base") { context in
                    if context.round == 1, !context.isWarmUp { interruption.request() }
                    return [MetricRound(FakeSuite.time, .samples([1]))]
                }
            ], output: output, interruption: interruption)
        #expect(code == 130)
        let rows = try SummaryRow.parse(temporary.bytes("results/latest/summary.csv"), file: "summary.csv")
        #expect(rows.map(\.status) == [.partial, .partial])
        #expect(rows.map(\.rounds) == [2, 0])
        #expect(output.output.contains("interrupted"))
    }

    @Test("progress is two lines on a terminal, which are cleared, else a line for each suite")
    func progress() async {
        let terminal = CapturedOutput(errorIsTerminal: true)
        #expect(await run(["--output", results], output: terminal) == 0)
        #expect(terminal.error.contains("\rfake 1/1  ░░░░░░░░░░░░░░░░░░░░    0 %  case 1/4  "))
        #expect(terminal.error.hasSuffix("\r\u{1B}[K\u{1B}[A\r\u{1B}[K"))
        let log = CapturedOutput()
        #expect(await run(["--output", results], output: log) == 0)
        #expect(log.error.hasSuffix("bench: fake: suite 1 of 1, 4 of 4 cases, 0.0 s left\n"))
        #expect(!log.error.contains("\u{1B}") && !log.error.contains("\r"))
        for isTerminal in [true, false] {
            let silent = CapturedOutput(errorIsTerminal: isTerminal)
            #expect(await run(["--no-progress", "--output", results], output: silent) == 0)
            #expect(!silent.error.contains("fake 1/1") && !silent.error.contains("suite 1 of 1"))
        }
    }

    @Test("without the reference there is no ratio, and the table says why")
    func noReference() async {
        let output = CapturedOutput()
        #expect(await run(["--filter", "!*base*", "--output", results], implementations: three(), output: output) == 0)
        #expect(!output.output.contains("2.00×"))
        #expect(output.output.contains("without the reference implementation there is no ratio"))
    }

    @Test("a reference that is skipped has its reason in the table, and was not forgotten")
    func skippedReference() async {
        let output = CapturedOutput()
        let implementations = three(skipping: "cannot do it")
        #expect(await run(["--output", results], implementations: implementations, output: output) == 0)
        #expect(output.output.contains("cannot do it"))
        #expect(!output.output.contains("--implementation"))
    }

    private func three(skipping reason: String? = nil) -> [FakeSuite.Implementation] {
        [
            FakeSuite.Implementation("base", skipReason: reason) { _ in [] }, .init("other") { _ in 2 },
            .init("third") { _ in 4 },
        ]
    }
}
