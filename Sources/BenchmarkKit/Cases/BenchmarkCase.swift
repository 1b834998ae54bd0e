/// One thing measured: an implementation in one suite at one choice of parameters.
///
/// The textual form, `suite/implementation/key=value,key=value`, is stable and unique; it is the `case`
/// column of both CSV files and what `--filter` matches.
public struct BenchmarkCase: Sendable, Hashable, CustomStringConvertible {
    /// The suite's name.
    public let suite: String
    /// The implementation's name.
    public let implementation: String
    /// In the order in which the suite declares them, which is the order in the textual form.
    public let parameters: [CaseParameter]

    /// A case, whose parameters tell it from the suite's others.
    public init(suite: String, implementation: String, parameters: [CaseParameter]) {
        self.suite = suite
        self.implementation = implementation
        self.parameters = parameters
    }

    /// `key=value,key=value`: what the implementations compared with each other have in common.
    public var parameterText: String {
        parameters.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    public var description: String { "\(suite)/\(implementation)/\(parameterText)" }

    /// The value of a parameter, or `nil` where it does not apply.
    public subscript(key: String) -> String? { parameters.first { $0.key == key }?.value }
}

/// One `key=value` of a case. Keys that are `summary.csv` columns (`producers`, `backlog`, `groups`,
/// `read_percent`, `limit`, `interval_us`, `coalescer`, `body`) fill them; other keys stand in the case only.
public struct CaseParameter: Sendable, Hashable {
    /// Lower case, as in the textual form.
    public let key: String
    /// As in the textual form.
    public let value: String

    /// `key=value`.
    public init(_ key: String, _ value: some CustomStringConvertible) {
        self.key = key
        self.value = value.description
    }
}
