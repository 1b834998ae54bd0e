import Foundation

/// `environment.json`: where, when and how a run was measured. What could not be found out is `null`.
package struct EnvironmentRecord: Sendable, Hashable, Codable {
    /// The layout of this file and of the CSV files beside it.
    package var schema = SummaryRow.schema
    package var runID: String
    package var tool: String
    package var host: String
    package var kernel: String
    package var cpuModel: String?
    /// Processors that this process may use.
    package var cpuCount: Int
    package var governor: String?
    /// System load over 1, 5 and 15 minutes.
    package var loadBefore: [Double]?
    package var loadAfter: [Double]?
    package var memoryBytes: UInt64
    /// The allocator that truly serves this process, whatever was asked for.
    package var allocator: AllocatorIdentity
    package var swiftVersion: String
    /// `debug` or `release`: how the harness was compiled.
    package var optimisation: String
    /// The commit, or `unknown` outside a repository.
    package var revision: String
    /// Whether the tree differed from the commit.
    package var dirty: Bool?
    package var seed: UInt64
    package var profile: String
    package var arguments: [String]
    /// ISO 8601, UTC.
    package var start: String
    package var end: String
    /// The same remarks that the table ends with.
    package var notes: [String]
    /// Which part of which pair this is; absent of a run on its own.
    package var pair: PairMembership?

    enum CodingKeys: String, CodingKey {
        case schema, tool, host, kernel, governor, allocator, optimisation, revision, dirty, seed, profile, arguments
        case start, end, notes, pair
        case runID = "run_id"
        case cpuModel = "cpu_model"
        case cpuCount = "cpu_count"
        case loadBefore = "load_before"
        case loadAfter = "load_after"
        case memoryBytes = "memory_bytes"
        case swiftVersion = "swift_version"
    }

    // By hand only to write what is unknown as `null`, where the synthesised method would leave it out.
    package func encode(to encoder: any Encoder) throws {
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
        try container.encodeIfPresent(pair, forKey: .pair)
    }

    /// Sorted keys, two-space indents, a line end.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Strings, numbers and arrays of them only: the loads are the single floating-point values and are finite.
        guard let data = try? encoder.encode(self) else { preconditionFailure("the environment is plain data") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

extension EnvironmentRecord {
    /// Reads an `environment.json`.
    ///
    /// - Throws: `UsageError` that names the file.
    package init(_ data: Data, file: String) throws(UsageError) {
        do {
            self = try JSONDecoder().decode(EnvironmentRecord.self, from: data)
        } catch let error as DecodingError {
            throw UsageError("\(file):1: \(Self.problem(error))")
        } catch {
            throw UsageError("\(file):1: this is not an environment: \(error)")
        }
    }

    /// Foundation's own description goes over many lines.
    private static func problem(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "there is no '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is not what it should be"
        case .dataCorrupted: "this is not JSON"
        @unknown default: "this is not an environment"
        }
    }
}

/// What ties two results folders together that were measured in turns: their rounds of the same number are neighbours.
package struct PairMembership: Sendable, Hashable, Codable {
    package enum Role: String, Sendable, Codable {
        case base, candidate
    }
    /// The same in both folders.
    package var id: String
    package var role: Role
    /// Into which each round is divided: the samples of a round are then its turns, and those of one number neighbours.
    /// Absent where the rounds as a whole are.
    package var turns: Int?
}
