import Synchronization
import Testing

@testable import BenchmarkKit

struct ProfileCommandTests {
    private let suite = FakeSuite(
        backlogs: [1, 2],
        implementations: [.init("a") { _ in 1 }, .init("b", skipReason: "cannot") { _ in [] }])

    private func error(_ arguments: [String], suites: [any BenchmarkSuite]? = nil) async -> (Int32, String) {
        let output = CapturedOutput()
        let command = BenchmarkCommand(
            name: "bench", version: "1", suites: suites ?? [suite], output: output, catchesSignals: false)
        let code = await command.run(arguments: ["profile"] + arguments)
        #expect(output.output.isEmpty)
        return (code, output.error)
    }

    // MARK: The case

    @Test func `A name or a glob that matches one case alone chooses it`() throws {
        for pattern in ["fake/a/backlog=1,colour=red", "fake/a/*=2,*"] {
            let profiled = try ProfiledCase(pattern, suites: [suite], options: SuiteOptions())
            #expect(profiled.planned.benchmarkCase.implementation == "a")
        }
    }

    @Test func `One that matches several is refused with their names`() async {
        #expect(
            await error(["fake/a/*"]) == (
                2,
                "bench: 'fake/a/*' matches 2 cases, and one is profiled at a time: "
                    + "fake/a/backlog=1,colour=red, fake/a/backlog=2,colour=red\n"
            ))
        let many = FakeSuite(backlogs: Array(1...8), implementations: [.init("a") { _ in 1 }])
        #expect(await error(["*"], suites: [many]).1.hasSuffix("backlog=5,colour=red and 3 more\n"))
    }

    @Test func `One that matches nothing is refused with the nearest name`() async {
        #expect(
            await error(["fake/a/backlog=1,color=red"]) == (
                2, "bench: unknown case 'fake/a/backlog=1,color=red'; did you mean 'fake/a/backlog=1,colour=red'?\n"
            ))
    }

    @Test func `A case of another profile is said to be one`() async {
        struct Profiled: BenchmarkSuite {
            let name = "p"
            let question = "?"
            func cases(_ options: SuiteOptions) -> [PlannedCase] {
                FakeSuite(
                    backlogs: options.profile == .quick ? [1] : [1, 9], implementations: [.init("a") { _ in 1 }]
                ).cases(options)
            }
        }
        #expect(
            await error(["*=9,*"], suites: [Profiled()])
                == (2, "bench: '*=9,*' is a case of another profile: add --profile standard\n"))
    }

    @Test func `A case that is never run cannot be profiled`() async {
        #expect(
            await error(["fake/b/backlog=1,*"])
                == (2, "bench: fake/b/backlog=1,colour=red is never run: its implementation cannot\n"))
    }

    @Test(
        arguments: [
            (["x", "--seconds", "0"], "--seconds '0' is not possible"),
            (["x", "--call-graph", "lbr"], "unknown call-graph 'lbr'"), ([], "'profile' needs CASE"),
            (["x", "--format", "csv"], "'profile' has no flag '--format'; 'run' has"),
        ])
    func `Wrong flags are said to be wrong`(arguments: [String], message: String) async {
        let (code, error) = await error(arguments)
        #expect(code == 2)
        #expect(error.hasPrefix("bench: \(message)"), "\(error)")
    }

    @Test func `A base without a profile in it is refused before anything is recorded`() async {
        let folder = TemporaryFolder()
        #expect(
            await error(["fake/a/backlog=1,*", "--compare", folder.path])
                == (2, "bench: --compare \(folder.path): there is no stacks.folded of an earlier profile in it\n"))
    }

    @Test func `The case's folder is named after it, without what file names should not have`() {
        #expect(ProfiledCase.folderName("a/b c/x=1,ü=0.5") == "a_b_c_x=1__=0.5")
    }

    // MARK: The child's loop

    @Test func `The child runs the measuring body for the time given, with a seed a round`() async throws {
        let contexts = Mutex<[RoundContext]>([])
        let suite = FakeSuite(
            seconds: 2,
            implementations: [
                .init("a") { context in
                    contexts.withLock { $0.append(context) }
                    return []
                }
            ])
        let time = Mutex<UInt64>(0)
        let profiled = try ProfiledCase("*", suites: [suite], options: SuiteOptions())
        try await profiled.run(seconds: 5) {
            time.withLock { time in
                defer { time += 2_000_000_000 }
                return time
            }
        }
        let rounds = contexts.withLock { $0 }
        #expect(rounds.map(\.round) == [0, 1, 2])
        #expect(rounds.allSatisfy { $0.seconds == 2 && !$0.isWarmUp })
        #expect(Set(rounds.map(\.seed)).count == 3)
    }

    @Test func `A case that fails is said to have failed`() async throws {
        let broken = FakeSuite(implementations: [.init("a") { _ in throw ContractViolation("order: no") }])
        let profiled = try ProfiledCase("*", suites: [broken], options: SuiteOptions())
        await #expect(throws: UsageError("fake/a/backlog=1,colour=red failed: order: no")) {
            try await profiled.run(seconds: 1)
        }
    }

    // MARK: Programs and permission

    @Test func `Programs are found above the executable first, then on the path`() {
        let there: Set = ["/p/.build/profile-tools/bin/flamegraph", "/usr/bin/flamegraph", "/usr/bin/perf"]
        let finder = ProgramFinder(path: "/bin:/usr/bin", executable: "/p/.build/release/bench") {
            there.contains($0)
        }
        #expect(finder.path("flamegraph") == "/p/.build/profile-tools/bin/flamegraph")
        #expect(finder.path("perf") == "/usr/bin/perf")
        #expect(finder.path("dot") == nil)
    }

    @Test func `Missing programs are named in one line with the one command that brings them`() {
        let finder = ProgramFinder(path: "/usr/bin", executable: "/p/bench") { $0 == "/usr/bin/perf" }
        #expect(
            throws: UsageError(
                "for profiling there is no flamegraph (draws that), jeprof (reads the heap's profile): "
                    + "run scripts/setup.sh --profile")
        ) { try finder.paths([.perf, .flamegraph, .jeprof]) }
        #expect(
            throws: UsageError("for profiling there is no swift (demangles names): put the Swift toolchain on PATH")
        ) { try finder.paths([.swift]) }
    }

    @Test(
        arguments: [
            (2, false, nil), (-1, false, nil), (4, true, nil),
            (
                3, false,
                "the system forbids recording: /proc/sys/kernel/perf_event_paranoid is 3; as root run: "
                    + "sysctl kernel.perf_event_paranoid=2"
            ),
            (nil, true, "this kernel has no performance events (there is no /proc/sys/kernel/perf_event_paranoid)"),
        ] as [(Int?, Bool, String?)])
    func `A system that forbids recording is said to, with the remedy`(level: Int?, isRoot: Bool, refusal: String?) {
        #expect(PerfPermission.refusal(level: level, isRoot: isRoot) == refusal)
    }

    @Test(
        arguments: [
            ("partial apply for specialized closure #2 in A.b<A>(_:)", "closure #2 in A.b<A>(_:)"),
            ("specialized A.b", "A.b"), ("A.b", "A.b"),
        ])
    func `What compilers did to a function is not in its name`(name: String, short: String) {
        #expect(Demangler.short(Substring(name)) == short)
    }
}
