/// Measures two builds in turns of a hundredth of a second, the first of each two by chance.
///
/// A round has a process of each build, since what is settled once in a process does not average out within it. The two
/// take turns, case by case, so that they meet the same machine; of its turns a round keeps what most of them say. After
/// each round both folders are written, so that nothing is lost.
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
        /// Into which a round of each case is divided, at most.
        package var turns = 20
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
    /// Told before each turn of all: the round, and the share of it that is done.
    let onProgress: @Sendable (_ round: Int, _ share: Double) -> Void

    /// Allocations are counted in so many rounds: they are the same in all.
    private static let countedRounds = 3
    /// A case gets no further turn in a round once its turns have taken so many times what they should.
    private static let patience = 2.0
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
            let open = common.filter { sides.base.isOpen($0.name) && sides.candidate.isOpen($0.name) }
            guard !open.isEmpty else { break }
            let end = try await measure(round: rounds, open, &sides, &generator)
            if end == .interrupted { break }
            // Again, without the case that ended it.
            if end == .crashed { continue }
            rounds += 1
            let both = try write(sides, id: id, start: start)
            let isLook = settings.stopsEarly && Self.looks.contains(rounds) && rounds < settings.rounds
            if isLook, isDecided(both.base, both.candidate) { break }
        }
        if interruption.isRequested {
            sides.base.markPartial()
            sides.candidate.markPartial()
        }
        let (base, candidate) = try write(sides, id: id, start: start)
        return Outcome(
            base: base, candidate: candidate, rounds: rounds, wasInterrupted: interruption.isRequested)
    }

    // MARK: Rounds

    private typealias Sides = (base: PairRecorder, candidate: PairRecorder)

    private enum RoundEnd {
        case whole
        /// A process died over a case.
        case crashed
        case interrupted
    }

    private func measure(
        round: Int, _ open: [ListedCase], _ sides: inout Sides, _ generator: inout SeededGenerator
    ) async throws(UsageError) -> RoundEnd {
        let seed = generator.next()
        let names = open.map(\.name)
        let (first, second) = (
            try await base.start(names, turns: settings.turns, seed: seed),
            try await candidate.start(names, turns: settings.turns, seed: seed)
        )
        defer {
            first.end()
            second.end()
        }
        var turns = PairTurns(base: first, candidate: second, sides: sides, interruption: interruption)
        let end = try await measure(round: round, open, &turns, &generator)
        if end == .whole {
            turns.sides.base.endRound()
            turns.sides.candidate.endRound()
        } else {
            turns.sides.base.dropRound()
            turns.sides.candidate.dropRound()
        }
        sides = turns.sides
        return end
    }

    private func measure(
        round: Int, _ open: [ListedCase], _ turns: inout PairTurns, _ generator: inout SeededGenerator
    ) async throws(UsageError) -> RoundEnd {
        if round == 0, let end = try await turns.ask(.environment, of: nil, &generator) { return end }
        for listed in open.shuffled(using: &generator) {
            if let end = try await turns.ask(.warm(listed.name), of: listed.name, &generator) { return end }
        }
        var spent: [String: Double] = [:]
        for turn in 0..<settings.turns {
            onProgress(round, Double(turn) / Double(settings.turns))
            for listed in open.shuffled(using: &generator) {
                let name = listed.name
                // Some bodies last as long as they last, however short their turn.
                let isSpent = spent[name, default: 0] > Self.patience * 2 * listed.seconds
                guard !isSpent, turns.isOpen(name) else { continue }
                let start = MonotonicClock.nanoseconds()
                if let end = try await turns.ask(.measure(name, turn: turn), of: name, &generator) { return end }
                spent[name, default: 0] += Double(MonotonicClock.nanoseconds() - start) / 1e9
            }
        }
        guard round < Self.countedRounds else { return .whole }
        return try await turns.ask(.count, of: nil, &generator) ?? .whole
    }

    /// The two processes of a round, asked one after the other.
    private struct PairTurns {
        let base, candidate: any MeasuringProcess
        var sides: Sides
        let interruption: InterruptionFlag

        func isOpen(_ name: String) -> Bool { sides.base.isOpen(name) && sides.candidate.isOpen(name) }

        /// Asks both, the first of them by chance.
        ///
        /// - Parameter name: The case that is to blame where a process dies; `nil` is all of them.
        /// - Returns: `nil` where both have answered.
        mutating func ask(
            _ request: TurnRequest, of name: String?, _ generator: inout SeededGenerator
        ) async throws(UsageError) -> RoundEnd? {
            let baseIsFirst = Bool.random(using: &generator)
            for isBase in [baseIsFirst, !baseIsFirst] {
                let answer = try await (isBase ? base : candidate).ask(request)
                if interruption.isRequested { return .interrupted }
                if let end = isBase ? take(answer, name, &sides.base) : take(answer, name, &sides.candidate) {
                    return end
                }
            }
            // Broken on one side, it is measured on neither.
            if let name, !isOpen(name) {
                sides.base.dropRound(of: name)
                sides.candidate.dropRound(of: name)
            }
            return nil
        }

        private func take(_ answer: TurnAnswer, _ name: String?, _ side: inout PairRecorder) -> RoundEnd? {
            switch answer {
            case .reply(let reply):
                if let name, let problem = reply.problem { side.fail(name, problem.status) }
                side.add(reply)
                return nil
            case .died(let how):
                side.fail(name, .failed(how))
                return .crashed
            }
        }
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
        environment.pair = PairMembership(id: id, role: role, turns: settings.turns)
        environment.notes = side.notes
        return environment
    }

    /// Writes both folders, and returns what is in them.
    private func write(
        _ sides: Sides, id: String, start: String
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
