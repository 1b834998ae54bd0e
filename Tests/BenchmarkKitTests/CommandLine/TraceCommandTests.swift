import Testing

@testable import BenchmarkKit

struct TraceCommandTests {
    private let temporary = TemporaryFolder()

    private func run(_ arguments: [String], _ output: CapturedOutput) async -> Int32 {
        let suites: [any BenchmarkSuite] = [
            FakeSuite(implementations: [.init("base") { _ in 1 }]),
            ScenariosSuite(
                notebooks: [InstantNotebook.self], searches: [StaleSearch.self],
                repositories: [SequentialRepository.self]),
        ]
        let command = BenchmarkCommand(
            name: "bench", version: "9.9", suites: suites, output: output, catchesSignals: false, load: { [0, 0, 0] },
            processors: { nil })
        return await command.run(arguments: arguments)
    }

    private func written(_ scenario: ScenarioKind) async -> String {
        let path = "\(temporary.path)/\(scenario).jsonl"
        #expect(await run(["trace", scenario.rawValue, "--time", "0.01", "--output", path], CapturedOutput()) == 0)
        return path
    }

    @Test func `A trace is written as its flags say`() async throws {
        let output = CapturedOutput()
        let code = await run(
            ["trace", "sync", "--seed=3", "--users=2", "--records=5", "--latency=700", "--time=0.2"], output)
        #expect(code == 0 && output.error.isEmpty)
        let expected = TraceGenerator(
            scenario: .sync, seed: 3, users: 2, records: 5, latencyMicroseconds: 700, seconds: 0.2
        ).trace()
        #expect(try TraceReader.trace(output.output.utf8, file: "t") == expected)
    }

    @Test func `A file is written in place of standard output`() async throws {
        let output = CapturedOutput()
        #expect(await run(["trace", "search", "--output", "\(temporary.path)/a.jsonl"], output) == 0)
        #expect(output.output.isEmpty)
        #expect(temporary.contents() == ["a.jsonl"])
        #expect(try TraceReader.trace(temporary.bytes("a.jsonl"), file: "t").header.seed == 1)
    }

    @Test(
        "Bad input exits with 2 and one line",
        arguments: [
            (["trace"], "'trace' needs SCENARIO; write trace SCENARIO"),
            (["trace", "synk"], "unknown scenario 'synk'; did you mean 'sync'?"),
            (
                ["trace", "sync", "--seed", "-1"],
                "--seed '-1' is not a seed; write a whole number from 0 to 9223372036854775807"
            ),
            (
                ["trace", "sync", "--seed", "9223372036854775808"],
                "--seed '9223372036854775808' is not a seed; write a whole number from 0 to 9223372036854775807"
            ),
            (["trace", "sync", "--users", "0"], "--users '0' is not possible; write whole numbers from 1 to 1000"),
            (
                ["trace", "sync", "--records", "x"],
                "--records 'x' is not possible; write whole numbers from 1 to 100000"
            ),
            (
                ["trace", "sync", "--latency", "1.5"],
                "--latency '1.5' is not possible; write whole numbers from 1 to 10000000"
            ),
            (["trace", "sync", "--time", "0"], "--time '0' is not possible; write seconds above 0, up to 3600"),
            (
                ["trace", "sync", "--output", "/nowhere/a"],
                "--output /nowhere/a: cannot write: No such file or directory"
            ),
            (["list", "--trace", "/nowhere/a"], "--trace /nowhere/a: cannot be read: there is no such file"),
        ])
    func badInput(arguments: [String], line: String) async {
        let output = CapturedOutput()
        #expect(await run(arguments, output) == 2)
        #expect(output.error == "bench: \(line)\n")
        #expect(output.output.isEmpty)
    }

    @Test func `Given traces are listed in place of the suite's own`() async {
        let output = CapturedOutput()
        let (notebook, sync) = (await written(.notebook), await written(.sync))
        let code = await run(
            ["list", "--suite", "scenarios", "--trace", notebook, "--trace", sync, "--format", "csv"], output)
        #expect(code == 0)
        let cases = output.output.split(separator: "\n").dropFirst().map { $0.split(separator: "\"")[0] }
        #expect(
            cases == [
                "scenarios/instant/scenario=notebook,trace=notebook", "scenarios/sequential/scenario=sync,trace=sync",
            ])
    }

    @Test func `A given trace is replayed`() async throws {
        let output = CapturedOutput()
        let code = await run(
            [
                "run", "--suite", "scenarios", "--trace", await written(.notebook), "--rounds", "1", "--format", "csv",
                "--output", "\(temporary.path)/results",
            ], output)
        #expect(code == 0)
        #expect(output.output.contains("scenario=notebook,trace=notebook"))
    }

    @Test(arguments: ["run", "list"])
    func `Without the suite that replays it a trace is wrong usage`(verb: String) async {
        for selection in [["--suite", "fake"], ["--filter", "fake/*"], ["--implementation", "base"]] {
            let output = CapturedOutput()
            #expect(await run([verb, "--trace", await written(.sync)] + selection, output) == 2)
            #expect(
                output.error
                    == "bench: --trace needs the suite 'scenarios', of which no case is chosen; see --suite and --filter\n"
            )
        }
    }

    @Test func `Two traces of one name are wrong usage`() async {
        let output = CapturedOutput()
        let path = await written(.sync)
        #expect(await run(["list", "--trace", path, "--trace", path], output) == 2)
        #expect(output.error == "bench: --trace has two files named 'sync'; give them different names\n")
    }

    @Test func `A malformed line is named by file and line, and nothing is measured`() async throws {
        let path = await written(.sync)
        let text = try temporary.text("sync.jsonl").replacing("\"sync\"}", with: "\"sunc\"}")
        try AtomicFile.write(text.utf8, to: path)
        let output = CapturedOutput()
        #expect(await run(["run", "--trace", path, "--output", "\(temporary.path)/results"], output) == 2)
        #expect(output.error == "bench: \(path):2: unknown action 'sunc'; did you mean 'sync'? (in a sync trace)\n")
        #expect(temporary.contents() == ["sync.jsonl"])
    }
}
