/// One round of the latency suite: operations that are submitted on a schedule, and what came of it.
struct LatencyRun {
    private let recording: LatencyRecording

    init(_ schedule: ArrivalSchedule) {
        recording = LatencyRecording(schedule)
    }

    /// A queue with one server, submitted to from a thread of its own.
    func queue<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type
    ) async throws -> [MetricRound] {
        let runner = Implementation()
        let batch = batch(Implementation.capabilities)
        await recording.submitAll { [recording] index in
            _ = runner.submit { batch.run(index) { recording.serve(index) } }
        }
        try await end(batch)
        return waits(recording.figures())
    }

    /// The same from the main actor: what the calls cost it.
    func onMainActor<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type
    ) async throws -> [MetricRound] {
        let runner = Implementation()
        let batch = batch(Implementation.capabilities)
        let costs = await recording.submitAllOnMainActor { [recording] index in
            _ = runner.submit { batch.run(index) { recording.serve(index) } }
        }
        try await end(batch)
        return [
            MetricRound(LatencySuite.mainActorSubmit, .histogram(costs)),
            MetricRound(LatencySuite.toStart, .histogram(recording.sinceArrival)),
        ]
    }

    /// Operations with nothing to do, so far apart that each finds the runner idle.
    func idle<Implementation: SubmissionImplementation>(
        _ implementation: Implementation.Type
    ) async throws -> [MetricRound] {
        let runner = Implementation()
        let batch = batch(Implementation.capabilities)
        await recording.submitAll { [recording] index in
            _ = runner.submit { batch.run(index) { recording.pass(index) } }
        }
        try await end(batch)
        return [MetricRound(LatencySuite.idleWakeUp, .histogram(recording.sinceSubmission))]
    }

    /// Readers of one group, as many at once as the schedule has servers.
    func servers<Implementation: GroupedImplementation>(
        _ implementation: Implementation.Type
    ) async throws -> [MetricRound] {
        let servers = recording.schedule.servers
        let runner = Implementation(groups: 1, limit: servers)
        let batch = batch([])
        await recording.submitAll { [recording] index in
            runner.submit(
                groups: [0], writes: false,
                suspending: { await batch.run(index) { await recording.serveSleeping(index) } })
        }
        try await end(batch)
        let figures = recording.figures(servers: servers)
        if figures.mostAtOnce > servers {
            throw ContractViolation("limit: \(figures.mostAtOnce) operations ran at once, and \(servers) were allowed")
        }
        return waits(figures)
    }

    private func batch(_ capabilities: ImplementationCapabilities) -> OperationBatch {
        OperationBatch(
            count: recording.schedule.arrivals.count, body: .empty, capabilities: capabilities,
            exclusion: ExclusionCheck())
    }

    private func end(_ batch: OperationBatch) async throws {
        await batch.waitForAll()
        try batch.check()
    }

    private func waits(_ figures: LatencyRecording.Figures) -> [MetricRound] {
        var metrics = [
            MetricRound(LatencySuite.toStart, .histogram(figures.toStart)),
            MetricRound(LatencySuite.toFinish, .histogram(figures.toFinish)),
            MetricRound(LatencySuite.submitterLag, .histogram(figures.lag)),
            MetricRound(
                LatencySuite.meanWait, .samples([figures.meanWait]),
                expectation: (figures.meanWait, figures.expectedWait)),
            MetricRound(
                LatencySuite.pathWait, .samples([figures.meanWait]), expectation: (figures.meanWait, figures.pathWait)),
        ]
        if figures.wakeUps.count > 0 {
            metrics.append(MetricRound(LatencySuite.idleWakeUp, .histogram(figures.wakeUps)))
        }
        return metrics
    }
}

extension ArrivalSchedule {
    /// What a round of a case with this utilisation and body gets.
    static func typical(
        utilisation: Double, body: Body, servers: Int = 1, _ context: RoundContext
    ) -> ArrivalSchedule {
        typical(
            utilisation: utilisation, meanService: body.meanService, body: body, duration: context.seconds * 1e9,
            servers: servers, seed: context.seed)
    }

    /// Operations with nothing to do, between half a millisecond and a few apart.
    static func idle(_ context: RoundContext) -> ArrivalSchedule {
        var generator = SeededGenerator(seed: SeededGenerator.mix(context.seed))
        var arrivals: [UInt64] = []
        var time = 0.0
        repeat {
            time += 500_000 + exponential(mean: 500_000, &generator)
            arrivals.append(UInt64(time))
        } while time < context.seconds * 1e9
        return ArrivalSchedule(arrivals: arrivals, services: arrivals.map { _ in 0 })
    }
}
