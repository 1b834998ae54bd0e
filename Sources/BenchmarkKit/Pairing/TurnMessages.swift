import Foundation

/// What `pair` asks of a build that measures in turns: a line of JSON on the build's standard input.
package enum TurnRequest: Sendable, Hashable, Codable {
    /// Where and how it measures.
    case environment
    /// Warms this case up.
    case warm(String)
    /// Measures one turn of this case.
    case measure(String, turn: Int)
    /// Counts allocations and bytes of all its cases.
    case count
}

/// What the build answers: a line of JSON on its standard output.
package struct TurnReply: Sendable, Codable {
    /// Why a case cannot be measured any further.
    package enum Problem: Sendable, Hashable, Codable {
        case invalid(String)
        case failed(String)

        var status: CaseStatus {
            switch self {
            case .invalid(let line): .invalid(line)
            case .failed(let why): .failed(why)
            }
        }
    }

    /// Of ``TurnRequest/measure(_:turn:)`` and ``TurnRequest/count``.
    package var figures: [TurnFigure] = []
    package var problem: Problem?
    package var environment: EnvironmentRecord?
    /// What there is to say to the user, such as why allocations cannot be counted.
    package var note: String?

    package init(
        figures: [TurnFigure] = [], problem: Problem? = nil, environment: EnvironmentRecord? = nil, note: String? = nil
    ) {
        self.figures = figures
        self.problem = problem
        self.environment = environment
        self.note = note
    }
}

/// What a turn measured of one metric.
package struct TurnFigure: Sendable, Hashable, Codable {
    package let caseName: String
    let name, unit: String
    let better: BetterDirection
    let resolution: Double
    /// The turn's p50, in the unit.
    package let value: Double
    /// Of a metric that theory expects something of.
    let measured, expected: Double?

    package var metric: MetricDefinition {
        MetricDefinition(name, unit: unit, better: better, resolution: resolution)
    }
    var expectation: (measured: Double, expected: Double)? {
        measured.flatMap { measured in expected.map { (measured, $0) } }
    }

    /// `nil` of a round without samples.
    package init?(_ caseName: String, _ round: MetricRound) {
        guard let value = round.p50 else { return nil }
        self.init(caseName, round.metric, value: value, expectation: round.expectation)
    }

    package init(
        _ caseName: String, _ metric: MetricDefinition, value: Double,
        expectation: (measured: Double, expected: Double)? = nil
    ) {
        self.caseName = caseName
        (name, unit, better, resolution) = (metric.name, metric.unit, metric.better, metric.resolution)
        self.value = value
        (measured, expected) = (expectation?.measured, expectation?.expected)
    }
}

/// One line for one message, both ways.
enum TurnLine {
    private static let infinity = "infinity"

    static func write(_ message: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: "-\(infinity)", nan: "nan")
        guard let data = try? encoder.encode(message) else { preconditionFailure("a message is plain data") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// `nil` of what is no such message.
    static func read<Message: Decodable>(_: Message.Type, _ line: String) -> Message? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: "-\(infinity)", nan: "nan")
        return try? decoder.decode(Message.self, from: Data(line.utf8))
    }
}
