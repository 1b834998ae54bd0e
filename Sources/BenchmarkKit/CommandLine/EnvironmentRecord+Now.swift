extension EnvironmentRecord {
    /// Of this process and machine, with the present as its end.
    init(
        _ command: BenchmarkCommand, _ settings: RunSettings, arguments: [String], runID: String, seed: UInt64,
        revision: SourceRevision, start: String, loadBefore: [Double]?, notes: [String] = []
    ) {
        self.init(
            runID: runID, tool: "\(command.name) \(command.version)", host: Machine.host, kernel: Machine.kernel,
            cpuModel: Machine.cpuModel, cpuCount: Machine.cpuCount, governor: Machine.governor, loadBefore: loadBefore,
            loadAfter: command.load(), memoryBytes: Machine.memoryBytes, allocator: AllocatorProbe.current,
            swiftVersion: Machine.swiftVersion, optimisation: Machine.optimisation, revision: revision.commit,
            dirty: revision.isDirty, seed: seed, profile: settings.options.profile.rawValue, arguments: arguments,
            start: start, end: Machine.timestamp(), notes: notes)
    }
}
