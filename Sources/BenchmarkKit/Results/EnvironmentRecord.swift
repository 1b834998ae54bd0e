import Foundation

/// `environment.json`: where, when and how a run was measured. What could not be found out is `null`.
public struct EnvironmentRecord: Sendable, Hashable, Codable {
    /// The layout of this file and of the CSV files beside it.
    public var schema = SummaryRow.schema
    public var runID: String
    public var tool: String
    public var host: String
    public var kernel: String
    public var cpuModel: String?
    /// Processors that this process may use.
    public var cpuCount: Int
    public var governor: String?
    /// System load over 1, 5 and 15 minutes.
    public var loadBefore: [Double]?
    public var loadAfter: [Double]?
    public var memoryBytes: UInt64
    /// The allocator that truly serves this process, whatever was asked for.
    public var allocator: AllocatorIdentity
    public var swiftVersion: String
    /// `debug` or `release`: how the harness was compiled.
    public var optimisation: String
    /// The commit, or `unknown` outside a repository.
    public var revision: String
    /// Whether the tree differed from the commit.
    public var dirty: Bool?
    public var seed: UInt64
    public var profile: String
    public var arguments: [String]
    /// ISO 8601, UTC.
    public var start: String
    public var end: String
    /// The same remarks that the table ends with.
    public var notes: [String]

    enum CodingKeys: String, CodingKey {
        case schema, tool, host, kernel, governor, allocator, optimisation, revision, dirty, seed, profile, arguments
        case start, end, notes
        case runID = "run_id"
        case cpuModel = "cpu_model"
        case cpuCount = "cpu_count"
        case loadBefore = "load_before"
        case loadAfter = "load_after"
        case memoryBytes = "memory_bytes"
        case swiftVersion = "swift_version"
    }

    // By hand only to write what is unknown as `null`, where the synthesised method would leave it out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(runID, forKey: .runID)
        try container.encode(tool, forKey: .tool)
        try container.encode(host, forKey: .host)
        try container.encode(kernel, forKey: .kernel)
        try container.encode(cpuModel, forKey: .cpuModel)
        try container.encode(cpuCount, forKey: .cpuCount)
        try container.encode(governor, forKey: .governor)
        try container.encode(loadBefore, forKey: .loadBefore)
        try container.encode(loadAfter, forKey: .loadAfter)
        try container.encode(memoryBytes, forKey: .memoryBytes)
        try container.encode(allocator, forKey: .allocator)
        try container.encode(swiftVersion, forKey: .swiftVersion)
        try container.encode(optimisation, forKey: .optimisation)
        try container.encode(revision, forKey: .revision)
        try container.encode(dirty, forKey: .dirty)
        try container.encode(seed, forKey: .seed)
        try container.encode(profile, forKey: .profile)
        try container.encode(arguments, forKey: .arguments)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(notes, forKey: .notes)
    }

    /// Sorted keys, two-space indents, a line end.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and arrays of them only: the loads are the single floating-point values and are finite.
        guard let data = try? encoder.encode(self) else { preconditionFailure("the environment is plain data") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
