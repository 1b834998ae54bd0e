/// Measures two builds in turns: process after process, the first of each two by chance.
///
/// A round has a process of each build for every chunk of cases; the two processes of a chunk follow each other, so that
/// they meet the same machine. After each round both folders are written, so that nothing is lost.
package struct PairSession: Sendable {
    package struct Settings: Sendable {
        package var configuration: GateConfiguration
        /// At most.
        package var rounds: Int
        /// After which no further round begins.
        package var seconds: Double
        package var seed: UInt64
        /// The folder that holds the two folders.
        package var output: String
        package var arguments: [String] = []
        /// Whether to stop as soon as every gated figure is decided.
        package var stopsEarly = true
    }

    package struct Outcome: Sendable {
        package let base, candidate: RecordedRun
        package let rounds: Int
        package let wasInterrupted: Bool
    }

    let base, candidate: any MeasuredBuild
    let settings: Settings
    let interruption: InterruptionFlag
    /// Told before each chunk: the round, and the share of it that is done.
    let onProgress: @Sendable (_ round: Int, _ share: Double) -> Void

    /// Allocations are counted in so many rounds: they are the same in all.
    private static let countedRounds = 3
    /// Chunks are as long as this at least: starting a process takes a tenth of it.
    private static let shortestChunk = 0.5
    /// Rounds after which there is a look whether all is decided.
    static let looks = [8, 12, 16, 20, 25, 30, 40, 50, 60]

    package init(
        base: any MeasuredBuild, candidate: any MeasuredBuild, settings: Settings,
        interruption: InterruptionFlag = InterruptionFlag(),
        onProgress: @escaping @Sendable (_ round: Int, _ share: Double) -> Void = { _, _ in }
    ) {
        self.base = base
        self.candidate = candidate
        self.settings = settings
        self.interruption = interruption
        self.onProgress = onProgress
    }

    package func run() async throws(UsageError) -> Outcome {
        let start = Machine.timestamp()
        let (firstList, secondList) = (try await base.list(), try await candidate.list())
        let id = RunIdentity.id(timestamp: start, salt: settings.seed)
        var sides = (
            base: recorder(firstList, other: secondList, "candidate", id: id, role: .base, start: start),
            candidate: recorder(secondList, other: firstList, "base", id: id, role: .candidate, start: start)
        )
        let common = firstList.filter { sides.base.isOpen($0.name) && sides.candidate.isOpen($0.name) }
        guard !common.isEmpty else { throw UsageError("the two builds have no case in common that can be measured") }
        do {
            try ResultsFolder(parent: settings.output, runID: sides.base.identity.id).checkWritable()
        } catch { throw UsageError("--output \(error)") }
        var generator = SeededGenerator(seed: settings.seed)
        let began = MonotonicClock.nanoseconds()
        var rounds = 0
        while rounds < settings.rounds, !interruption.isRequested, !isOutOfTime(since: began, rounds: rounds) {
            guard try await measure(round: rounds, Self.chunks(common), &sides, &generator) else { break }
            rounds += 1
            let both = try write(sides, id: id, start: start)
            let isLook = settings.stopsEarly && Self.looks.contains(rounds) && rounds < settings.rounds
            if isLook, isDecided(both.base, both.candidate) { break }
        }
        sides.base.keep(rounds: rounds)
        sides.candidate.keep(rounds: rounds)
        if interruption.isRequested {
            sides.base.markPartial()
            sides.candidate.markPartial()
        }
        let (base, candidate) = try write(sides, id: id, start: start)
        return Outcome(
            base: base, candidate: candidate, rounds: rounds, wasInterrupted: interruption.isRequested)
    }

    // MARK: Rounds

    /// Returns whether the round was measured whole.
    private func measure(
        round: Int, _ chunks: [[String]], _ sides: inout (base: PairRecorder, candidate: PairRecorder),
        _ generator: inout SeededGenerator
    ) async throws(UsageError) -> Bool {
        let order = chunks.shuffled(using: &generator)
        let seed = generator.next()
        for (index, chunk) in order.enumerated() {
            let cases = chunk.filter { sides.base.isOpen($0) && sides.candidate.isOpen($0) }
            let baseIsFirst = Bool.random(using: &generator)
            guard !cases.isEmpty else { continue }
            onProgress(round, Double(index) / Double(order.count))
            for isBase in [baseIsFirst, !baseIsFirst] {
                let build = isBase ? base : candidate
                let measured = try await build.measure(
                    cases, seed: seed, countsAllocations: round < Self.countedRounds, interruption: interruption)
                guard let measured else { return false }
                if isBase {
                    sides.base.add(measured, round: round)
                } else {
                    sides.candidate.add(measured, round: round)
                }
            }
        }
        return true
    }

    /// Whole groups, each with the reference of its ratios.
    static func chunks(_ cases: [ListedCase]) -> [[String]] {
        var chunks: [(names: [String], seconds: Double)] = []
        let groups = Dictionary(grouping: cases, by: \.group)
        for group in RunTable.ordered(cases.map(\.group)) {
            let members = groups[group] ?? []
            if chunks.isEmpty || chunks[chunks.count - 1].seconds >= shortestChunk { chunks.append(([], 0)) }
            chunks[chunks.count - 1].names += members.map(\.name)
            chunks[chunks.count - 1].seconds += members.reduce(0) { $0 + $1.seconds }
        }
        return chunks.map(\.names)
    }

    /// Another round like those before would end too late.
    private func isOutOfTime(since began: UInt64, rounds: Int) -> Bool {
        guard rounds > 0 else { return false }
        let passed = Double(MonotonicClock.nanoseconds() - began) / 1e9
        return passed + passed / Double(rounds) > settings.seconds
    }

    /// At a level so strict that all the looks together are as likely to be wrong as one.
    private func isDecided(_ base: RecordedRun, _ candidate: RecordedRun) -> Bool {
        var configuration = settings.configuration
        configuration.level /= Double(Self.looks.count { $0 < settings.rounds })
        // What cannot be gated is never decided, and `gate` will say why.
        let gate = try? RegressionGate(base: base, candidate: candidate, configuration: configuration)
        return gate?.rows.allSatisfy { $0.comparison.verdict != .inconclusive } ?? false
    }

    // MARK: Sides

    private func recorder(
        _ cases: [ListedCase], other: [ListedCase], _ otherName: String, id: String, role: PairMembership.Role,
        start: String
    ) -> PairRecorder {
        let others = Set(other.map(\.name))
        let identity = RunIdentity(
            id: "\(id)-\(role.rawValue)", timestamp: start, revision: "unknown", host: Machine.host)
        return PairRecorder(cases, identity: identity) { listed in
            if !others.contains(listed.name) { return "the \(otherName) has no such case" }
            return listed.skipReason.isEmpty ? nil : listed.skipReason
        }
    }

    private func environment(
        _ side: PairRecorder, _ id: String, _ role: PairMembership.Role, _ start: String
    ) -> EnvironmentRecord? {
        guard var environment = side.environment else { return nil }
        environment.runID = side.identity.id
        environment.seed = settings.seed
        environment.profile = settings.configuration.measurement.profile.rawValue
        environment.arguments = settings.arguments
        environment.start = start
        environment.end = Machine.timestamp()
        environment.loadAfter = Machine.load
        environment.pair = PairMembership(id: id, role: role)
        return environment
    }

    /// Writes both folders, and returns what is in them.
    private func write(
        _ sides: (base: PairRecorder, candidate: PairRecorder), id: String, start: String
    ) throws(UsageError) -> (base: RecordedRun, candidate: RecordedRun) {
        do throws(FileError) {
            return (
                try sides.base.write(
                    parent: settings.output, environment: environment(sides.base, id, .base, start)),
                try sides.candidate.write(
                    parent: settings.output, environment: environment(sides.candidate, id, .candidate, start))
            )
        } catch {
            throw UsageError("results are incomplete: \(error)")
        }
    }
}
