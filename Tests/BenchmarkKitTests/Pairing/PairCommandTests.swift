import Foundation
import Testing

@testable import BenchmarkKit

/// The commands on two folders, and `pair` on programs that are no builds of this one.
@Suite("Compare, gate, pair, calibrate and merge on the command line")
struct PairCommandTests {
    private let temporary = TemporaryFolder()

    private func run(_ arguments: [String], output: CapturedOutput = CapturedOutput()) async -> Int32 {
        let command = BenchmarkCommand(
            name: "bench", version: "9.9", suites: [FakeSuite(implementations: [.init("base") { _ in 1 }])],
            output: output, catchesSignals: false)
        return await command.run(arguments: arguments)
    }

    /// Writes both folders of a pair; returns them.
    private func write(factor: Double = 1, change: (inout EnvironmentRecord) -> Void = { _ in }) throws -> [String] {
        let steady = PairFixture.steady(1_000)
        let fixture = PairFixture(cases: [.init(base: steady, candidate: steady.map { $0 * factor })])
        let candidate = fixture.run(
            .candidate, [("fake/serial/backlog=10", FakeSuite.time, steady.map { $0 * factor }, .ok)], change: change)
        return try [fixture.base, candidate].map { try PairFixture.write($0, to: temporary.path) }
    }

    private var config: String { "\(temporary.path)/gate.json" }
    private func writeConfig(_ text: String = "{\"schema\": 1, \"rules\": [{\"metrics\": [\"time\"]}]}") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: config))
    }

    @Test("gate's exit code is its verdict, in every format", arguments: ["table", "github", "junit", "json"])
    func gateCodes(format: String) async throws {
        try writeConfig()
        for (factor, code) in [(1.0, Int32(0)), (1.2, 1), (0.8, 0)] {
            let folders = try write(factor: factor)
            let output = CapturedOutput()
            let arguments = ["gate"] + folders + ["--config", config, "--format", format]
            #expect(await run(arguments, output: output) == code)
            #expect(!output.output.isEmpty && output.error.isEmpty)
        }
    }

    @Test("gate refuses what was measured differently, unless told otherwise")
    func different() async throws {
        try writeConfig()
        let folders = try write(factor: 1.2) { $0.host = "elsewhere" }
        let output = CapturedOutput()
        #expect(await run(["gate"] + folders + ["--config", config], output: output) == 2)
        #expect(output.error.contains("hosts: host and elsewhere") && output.output.isEmpty)
        #expect(await run(["gate"] + folders + ["--config", config, "--allow-different"]) == 1)
    }

    @Test("compare prints each format, and its flags choose", arguments: ["table", "csv", "json", "markdown"])
    func compare(format: String) async throws {
        let folders = try write(factor: 1.2)
        let output = CapturedOutput()
        #expect(await run(["compare"] + folders + ["--format", format], output: output) == 0)
        #expect(output.output.contains("fake/serial/backlog=10") && output.output.contains("slower"))
        #expect(await run(["compare"] + folders + ["--filter", "*/serial/*", "--metric", "ti*"]) == 0)
        let nothing = CapturedOutput()
        #expect(await run(["compare"] + folders + ["--metric", "nothing"], output: nothing) == 2)
        #expect(nothing.output.isEmpty && nothing.error.contains("no case and metric in common"))
    }

    @Test(
        "bad input is one line and 2",
        arguments: [
            (["compare"], "'compare' needs BASE; write compare BASE CANDIDATE"),
            (["compare", "a"], "'compare' needs CANDIDATE"),
            (["compare", "a", "b", "c"], "unexpected argument 'c'"),
            (["compare", "/nowhere", "/nowhere"], "/nowhere: there is no such folder"),
            (["gate", "a", "b", "--config", "/nowhere.json"], "/nowhere.json: there is no such file"),
            (["gate", "a", "b", "--format", "xml"], "unknown format 'xml'"),
            (["pair"], "'pair' needs --base"),
            (["pair", "--base", "/nowhere"], "/nowhere: cannot be started"),
            (["pair", "--base", "/bin/true"], "/bin/true: is no build of this program"),
            (["pair", "--base", "/bin/false"], "/bin/false: cannot list its cases"),
            (["pair", "--base", "x", "--max-time", "0"], "--max-time '0' is not a time"),
            (["pair", "--base", "x", "--rounds", "0"], "--rounds '0' is not possible"),
            (["pair", "--base", "x", "--trace", "t"], "'pair' has no flag '--trace'; 'run' has"),
            (["calibrate", "a"], "two folders of a pair, or none"),
            (["calibrate", "--comparisons", "0"], "--comparisons '0' is not possible"),
            (["merge", "a"], "a: there is no such folder"),
            (["merge"], "'merge' needs DIR…"),
        ])
    func badInput(arguments: [String], complaint: String) async {
        let output = CapturedOutput()
        #expect(
            await run(arguments + (arguments[0] == "pair" ? ["--output", temporary.path] : []), output: output) == 2)
        #expect(output.output.isEmpty && output.error.contains(complaint), "\(output.error)")
        #expect(output.error.filter(\.isNewline).count == 1)
    }

    @Test("a time of 0 is refused with its file and line: no ratio can be taken of it")
    func zeroTime() async throws {
        let folders = try write()
        let samples = "\(folders[1])/samples.csv"
        var lines = try String(contentsOfFile: samples, encoding: .utf8).split(separator: "\n").map(String.init)
        lines[4] = lines[4].replacing(/,[0-9.]+$/, with: ",0")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: samples))
        let output = CapturedOutput()
        #expect(await run(["compare"] + folders, output: output) == 2)
        #expect(output.error.contains("\(samples):5: time of fake/serial/backlog=10 is 0 ns in round 3; no time is 0"))
        #expect(output.output.isEmpty)
    }

    @Test("calibrate reads a pair back, says what it can see, and writes a configuration that gate reads")
    func calibrate() async throws {
        try writeConfig()
        let folders = try write()
        let written = "\(temporary.path)/written.json"
        let output = CapturedOutput()
        let arguments =
            ["calibrate"] + folders + [
                "--config", config, "--comparisons", "20", "--of-rounds", "20", "--write", written,
            ]
        #expect(await run(arguments, output: output) == 0, "\(output.error)")
        #expect(output.output.contains("20 comparisons of 20 rounds in which nothing differed: 0 false alarms"))
        #expect(await run(["gate"] + folders + ["--config", written]) == 0)
    }

    /// A program of these shell lines.
    private func program(_ lines: String) throws -> ProgramBuild {
        let program = "\(temporary.path)/program"
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return ProgramBuild(
            path: program, selection: [], seconds: nil, allocator: .jemalloc, interruption: InterruptionFlag())
    }

    @Test("a program that crashes has died, and how")
    func crash() async throws {
        let process = try await program("read line; kill -SEGV $$").start(["fake/own/x=1"], turns: 2, seed: 1)
        guard case .died(let how) = try await process.ask(.environment) else {
            Issue.record("it is still there")
            return
        }
        #expect(how == "the program died of signal 11")
    }

    @Test("a program that refuses, or answers something else, is named with its words")
    func refusal() async throws {
        let refusing = try await program("echo 'bench: unknown command' >&2; exit 2").start(["a"], turns: 1, seed: 1)
        await #expect {
            _ = try await refusing.ask(.environment)
        } throws: {
            "\($0)".hasSuffix("program: cannot measure in turns: bench: unknown command")
        }
        let babbling = try await program("read line; echo hello; read line").start(["a"], turns: 1, seed: 1)
        await #expect {
            _ = try await babbling.ask(.environment)
        } throws: {
            "\($0)".contains("answers 'hello'")
        }
        babbling.end()
    }

    @Test("an interruption ends a program that is at work")
    func interruption() async throws {
        let build = try program("while read line; do :; done")
        let process = try await build.start(["a"], turns: 1, seed: 1)
        build.interruption.request()
        guard case .died = try await process.ask(.environment) else {
            Issue.record("it is still there")
            return
        }
    }
}
