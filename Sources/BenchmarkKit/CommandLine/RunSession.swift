import Foundation

/// One `run`: from the check that results can be written, over the measuring, to the files and the table.
struct RunSession {
    let command: BenchmarkCommand
    let settings: RunSettings
    let plan: RunPlan
    let arguments: [String]

    /// - Parameter warning: something the user shall know beforehand.
    /// - Returns: the exit code.
    func run(warning: String?) async throws(UsageError) -> Int32 {
        let start = Machine.timestamp()
        let revision = SourceRevision.current()
        let identity = RunIdentity(
            id: RunIdentity.id(timestamp: start, salt: .random(in: 0...UInt64.max)), timestamp: start,
            revision: revision.commit, host: Machine.host)
        let folder = ResultsFolder(parent: settings.output, runID: identity.id)
        do { try folder.checkWritable() } catch { throw UsageError("--output \(error)") }

        let seed = settings.seed ?? .random(in: 0...UInt64.max)
        let loadBefore = command.load()
        var notes = [warning, Self.loadWarning(loadBefore), Self.optimisationWarning].compactMap { $0 }
        for note in notes { command.output.writeError("\(command.name): warning: \(note)\n") }

        let processorsBefore = command.processors()
        var results = await measure(seed: seed)
        if let before = processorsBefore, let note = command.processors()?.remark(since: before) { notes.append(note) }
        notes += countAllocations(&results)
        let rows = SummaryBuilder.rows(results, run: identity)
        notes += remarks(results)
        let environment = EnvironmentRecord(
            command, settings, arguments: arguments, runID: identity.id, seed: seed, revision: revision, start: start,
            loadBefore: loadBefore, notes: notes)
        // The files before the table: a table that cannot be printed loses nothing.
        var problem: UsageError?
        do {
            let samples = SampleRow.rows(results, runID: identity.id)
            try folder.write(summary: rows, samples: samples, environment: environment)
        } catch {
            problem = UsageError("results are incomplete: \(error)")
        }
        print(rows, results, notes: notes, folder: folder, seed: seed)
        if let problem { throw problem }
        return exitCode(results)
    }

    /// Returns what there is to say of it. That it cannot be done is an error only where it was asked for.
    private func countAllocations(_ results: inout [CaseResult]) -> [String] {
        let isWanted = settings.countsAllocations ?? (AllocatorProbe.current.name == "jemalloc")
        guard isWanted, !command.interruption.isRequested,
            plan.cases.contains(where: { $0.allocationPass != nil || $0.memoryPass != nil })
        else { return [] }
        do {
            AllocationPass.add(try command.allocationPass(arguments), to: &results)
            return []
        } catch {
            if settings.countsAllocations == true {
                return ["allocations could not be counted, though --allocations on asks for it: \(error)"]
            }
            return ["allocations were not counted: \(error)"]
        }
    }

    private var progressView: any ProgressView {
        command.output.errorIsTerminal
            ? LiveProgress(command.output) : PlainProgress(command.output, name: command.name)
    }

    private func measure(seed: UInt64) async -> [CaseResult] {
        let progress = settings.showsProgress ? progressView : nil
        if command.catchesSignals { command.interruption.followSignals() }
        let loop = RunLoop(seed: seed, interruption: command.interruption) { progress?.show($0) }
        let results = await loop.run(plan)
        progress?.clear()
        return results
    }

    private func print(
        _ rows: [SummaryRow], _ results: [CaseResult], notes: [String], folder: ResultsFolder, seed: UInt64
    ) {
        let ending = [
            "\(folder.path)/ holds summary.csv (this table and more), samples.csv (every sample) and environment.json;",
            "\(folder.parent)/latest is a link to it. '\(command.name) chart \(folder.parent)/latest' draws charts of it, and",
            "'\(command.name) report \(folder.parent)/latest' writes it all on one page.",
            "--seed \(seed) repeats the same schedules and orders.",
        ]
        switch settings.format {
        case .csv: command.output.writeOutput(DataText(rows).csv)
        case .json: command.output.writeOutput(DataText(rows).json)
        case .markdown: command.output.writeOutput(DataText.digest(rows).markdown)
        case .table:
            let table = RunTable(
                rows: rows,
                questions: Dictionary(command.suites.map { ($0.name, $0.question) }) { first, _ in first },
                references: Set(results.filter(\.isReference).map(\.benchmarkCase.description)), notes: notes,
                findings: RunFindings.sentences(command.suites, rows), ending: ending)
            command.output.writeOutput(table.text)
        }
    }

    /// What the reader of the figures should know of this run.
    private func remarks(_ results: [CaseResult]) -> [String] {
        var remarks = results.flatMap { result in result.notes.map { "\(result.benchmarkCase): \($0)" } }
        // A reference that is skipped has a row which says why.
        let lonely = plan.groups.contains { group in
            group.cases.count > 1 && !group.cases.contains(where: \.isReference)
        }
        if lonely {
            remarks.append("without the reference implementation there is no ratio; add it to --implementation")
        }
        if command.interruption.isRequested { remarks.append("the run was interrupted") }
        return remarks
    }

    /// An interruption outweighs failures: the failures of a run cut short are not all of them.
    private func exitCode(_ results: [CaseResult]) -> Int32 {
        if results.contains(where: { $0.status == .partial }) { return 130 }
        let hasFailed = results.contains { result in
            switch result.status {
            case .invalid, .failed: true
            case .ok, .noisy, .partial, .skipped: false
            }
        }
        return hasFailed ? 4 : 0
    }

    /// Half of the processors busy leaves too few for the cases that use several.
    private static func loadWarning(_ load: [Double]?) -> String? {
        let cores = Machine.cpuCount
        guard let now = load?.first, now > 0.5 * Double(cores) else { return nil }
        return "the machine was busy before the run (load \(Readable.number(now)) on \(cores) processors);"
            + " ratios suffer less than times, but repeat on a quieter machine"
    }

    private static var optimisationWarning: String? {
        Machine.optimisation == "debug"
            ? "this is a debug build; its figures say little of an optimised one: build with -c release" : nil
    }
}
