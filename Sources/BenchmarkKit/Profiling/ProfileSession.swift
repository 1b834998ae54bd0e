import Foundation

/// One `profile`: records a case in child processes, and turns the recordings into texts and pictures.
struct ProfileSession {
    /// Samples a second of a busy processor; not a round number, so that they keep no step with anything periodic.
    private static let frequency = 499
    /// Mean bytes between the allocations that are sampled, as a power of two.
    private static let heapSampling = 17

    let command: BenchmarkCommand
    let settings: ProfileSettings
    /// The program's arguments, which its children get as well.
    let arguments: [String]

    func run() throws(UsageError) {
        let profiled = try ProfiledCase(settings.pattern, suites: command.suites, options: settings.options)
        // All of what could be missing before anything takes time.
        let base = try settings.base.map { (path) throws(UsageError) in try Self.base(path, of: profiled) }
        let needed: [ProfilingProgram] = [.perf, .flamegraph, .swift] + (settings.profilesHeap ? [.jeprof, .dot] : [])
        let programs = try ProgramFinder.current.paths(needed)
        if let refusal = PerfPermission.refusal(level: PerfPermission.level, isRoot: geteuid() == 0) {
            throw UsageError(refusal)
        }
        let folder = "\(settings.output)/\(profiled.folderName)"
        do { try ResultsFolder.createFolder(folder) } catch { throw UsageError("--output \(error)") }
        let scratch = "\(folder)/.recording"
        try? FileManager.default.removeItem(atPath: scratch)
        do { try ResultsFolder.createFolder(scratch) } catch { throw UsageError("--output \(error)") }
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let work = Work(case: profiled, programs: programs, folder: folder, scratch: scratch)

        say("recording \(profiled.name) for \(Readable.seconds(settings.seconds))")
        let stacks = try recordProcessor(work)
        var summary = ProfileText.cpu(
            stacks, title: profiled.name, seconds: settings.seconds, frequency: Self.frequency)
        if settings.profilesHeap {
            say("recording its allocations for as long")
            let heap = try recordHeap(work)
            let text = ProfileText.heap(heap, title: profiled.name, seconds: settings.seconds)
            try write(text, to: "\(folder)/heap.txt")
            summary +=
                "\n"
                + text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
                .joined(separator: "\n")
        }
        if let base {
            summary += "\n" + ProfileComparison(base: base.stacks, now: stacks).text(base: base.path)
        }
        try write(summary, to: "\(folder)/summary.txt")
        command.output.writeOutput(summary)
        say("wrote " + ResultsFolder.names(in: folder).joined(separator: ", ") + " in \(folder)/")
    }

    private struct Work {
        let `case`: ProfiledCase
        let programs: [ProfilingProgram: String]
        let folder, scratch: String

        func path(_ program: ProfilingProgram) -> String { programs[program] ?? program.rawValue }
        var demangler: Demangler { Demangler(swift: path(.swift), folder: scratch) }
        var executable: String { ChildProcess.ownPath.split(separator: "/").last.map(String.init) ?? "" }
    }

    private var childEnvironment: [String: String] { [ProfiledCase.mark: "\(settings.seconds)"] }

    // MARK: The processor

    private func recordProcessor(_ work: Work) throws(UsageError) -> FoldedStacks {
        let recording = "\(work.scratch)/perf.data"
        let perf = work.path(.perf)
        let record = try ChildProcess.run(
            perf,
            [
                "record", "--quiet", "--event", "cpu-clock", "--call-graph", settings.callGraph.argument, "--freq",
                "\(Self.frequency)", "--output", recording, "--", ChildProcess.ownPath,
            ] + arguments, environment: childEnvironment, in: work.scratch)
        guard record.code == 0 else { throw UsageError(Self.failure("perf record", record, command: command.name)) }
        let script = try ChildProcess.check(
            perf, ["script", "--no-inline", "--fields", PerfScript.fields, "--input", recording], in: work.scratch)
        let samples = PerfScript(script.output, callersAreReturns: settings.callGraph == .fp)
        let inlined = try inlinedFunctions(at: samples.addresses(executable: work.executable), work)
        let raw = samples.stacks(executable: work.executable, inlined: inlined)
        guard !raw.counts.isEmpty else { throw UsageError("perf recorded no sample; give more --seconds") }
        let stacks = raw.folded(executable: work.executable, names: try work.demangler.names(raw.symbols))
        try write(stacks.text, to: "\(work.folder)/stacks.folded")
        try drawFlames(work, recording: recording)
        if settings.keepsRecording {
            try? FileManager.default.removeItem(atPath: "\(work.folder)/perf.data")
            try? FileManager.default.moveItem(atPath: recording, toPath: "\(work.folder)/perf.data")
        }
        return stacks
    }

    private func inlinedFunctions(at addresses: Set<UInt64>, _ work: Work) throws(UsageError) -> [UInt64: [String]] {
        // Of the toolchain, or the system's.
        let beside = URL(fileURLWithPath: work.path(.swift)).resolvingSymlinksInPath().deletingLastPathComponent()
        let finder = ProgramFinder(
            path: "\(beside.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", executable: "")
        guard let symbolizer = finder.path("llvm-symbolizer") else {
            say("llvm-symbolizer was not found: inlined functions are counted as those that they are in")
            return [:]
        }
        return try InlinedFunctions(symbolizer: symbolizer, folder: work.scratch)
            .functions(at: addresses, of: ChildProcess.ownPath)
    }

    /// The graph shows the same stacks as the summary: they take the place of those that the program folds itself.
    private func drawFlames(_ work: Work, recording: String) throws(UsageError) {
        let name = "stacks.folded"
        let copy = "\(work.scratch)/\(name)"
        try? FileManager.default.copyItem(atPath: "\(work.folder)/\(name)", toPath: copy)
        // Its own stacks must be read to their end, or it takes the closed pipe for a failure.
        let replace = "sh -c 'cat >/dev/null && cat \"$BENCH_FOLDED_STACKS\"'"
        _ = try ChildProcess.check(
            work.path(.flamegraph),
            [
                "--perfdata", recording, "--no-inline", "--deterministic", "--title", work.case.name, "--subtitle",
                "width: share of the processor's time; Module`function: ours; function (library): others",
                "--post-process", replace, "--output", "\(work.folder)/flamegraph.svg",
            ],
            environment: [
                "BENCH_FOLDED_STACKS": copy,
                // It looks for perf by itself.
                "PATH": Self.path(with: work.path(.perf)),
            ], in: work.scratch)
    }

    private static func path(with program: String) -> String {
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    }

    // MARK: The heap

    private func recordHeap(_ work: Work) throws(UsageError) -> FoldedStacks {
        let options = [
            "prof:true", "prof_final:true", "prof_accum:true", "lg_prof_sample:\(Self.heapSampling)",
            // Relative: a comma in the folder's path would end the option.
            "prof_prefix:heap",
        ]
        var environment = childEnvironment
        environment["MALLOC_CONF"] = options.joined(separator: ",")
        environment[ProfiledCase.folderMark] = work.scratch
        let child = try ChildProcess.run(
            ChildProcess.ownPath, arguments, environment: environment, in: work.scratch)
        guard child.code == 0 else {
            throw UsageError(Self.failure("the heap's recording", child, command: command.name))
        }
        guard let dump = ResultsFolder.names(in: work.scratch).first(where: { $0.hasSuffix(".heap") }) else {
            throw UsageError(
                "jemalloc wrote no heap profile: does it serve this program? '\(command.name) doctor' says")
        }
        func jeprof(_ form: String) throws(UsageError) -> String {
            try ChildProcess.check(
                work.path(.jeprof), [form, "--alloc_space", ChildProcess.ownPath, "\(work.scratch)/\(dump)"],
                in: work.scratch
            ).output
        }
        let raw = HeapStacks.stacks(try jeprof("--collapsed"), executable: work.executable)
        // The legend names the program by its path, which says nothing to a reader elsewhere.
        let dot = try jeprof("--dot").replacing(ChildProcess.ownPath, with: work.case.name)
        let graph = try work.demangler.text(dot)
        let drawn = try ChildProcess.check(work.path(.dot), ["-Tsvg"], input: graph, in: work.scratch)
        try write(drawn.output, to: "\(work.folder)/heap.svg")
        return raw.folded(executable: work.executable, names: try work.demangler.names(raw.symbols))
    }

    // MARK: Files and messages

    private static func failure(_ what: String, _ child: ChildProcess, command: String) -> String {
        // The child's own message, without the name that the parent will put in front as well.
        let own = child.error.split(whereSeparator: \.isNewline).last { $0.hasPrefix("\(command): ") }
        return own.map { String($0.dropFirst(command.count + 2)) } ?? "\(what) failed: \(child.reason)"
    }

    /// Either a case's own folder, or the one that holds it.
    private static func base(_ path: String, of profiled: ProfiledCase) throws(UsageError) -> (
        path: String, stacks: FoldedStacks
    ) {
        for folder in [path, "\(path)/\(profiled.folderName)"] {
            let file = "\(folder)/stacks.folded"
            guard FileManager.default.fileExists(atPath: file) else { continue }
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw UsageError("\(file): cannot be read")
            }
            return (folder, try FoldedStacks(text, path: file))
        }
        throw UsageError("--compare \(path): there is no stacks.folded of an earlier profile in it")
    }

    private func write(_ text: String, to path: String) throws(UsageError) {
        do { try AtomicFile.write(text.utf8, to: path) } catch { throw UsageError("\(error)") }
    }

    private func say(_ line: String) { command.output.writeError("\(command.name): \(line)\n") }
}
