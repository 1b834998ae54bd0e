import Foundation

/// Reads `gate.json` strictly: an unknown key, a wrong type or an impossible number is an error that names its line.
struct GateConfigurationReader {
    static let schema = 1
    private let file: String
    private let text: String

    static func read(path: String) throws(UsageError) -> GateConfiguration {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            throw UsageError(
                isFolder.boolValue
                    ? "\(path): is a folder where a file should be"
                    : "\(path): there is no such file; 'calibrate --write \(path)' makes one")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw UsageError("\(path): cannot be read") }
        return try read(data, file: path)
    }

    static func read(_ data: Data, file: String) throws(UsageError) -> GateConfiguration {
        guard let text = String(validating: data, as: UTF8.self) else { throw UsageError("\(file):1: not UTF-8") }
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: data)
        } catch {
            let line = problemLine(error as NSError, in: text)
            throw UsageError("\(file):\(line): this is not JSON; check commas, quotes and brackets there")
        }
        return try GateConfigurationReader(file: file, text: text).configuration(object)
    }

    /// Foundation says `around line 3, column 5.`
    private static func problemLine(_ error: NSError, in text: String) -> Int {
        let told = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
        guard let match = told.firstMatch(of: /line (\d+)/), let line = Int(match.1) else {
            return max(1, text.split(separator: "\n", omittingEmptySubsequences: false).count)
        }
        return line
    }

    private func configuration(_ value: Any) throws(UsageError) -> GateConfiguration {
        let object = try object(value, key: nil, keys: ["schema", "measure", "level", "rules", "calibration"])
        guard let schema = try number(object, "schema", 0...Double(Int32.max)), schema == Double(Self.schema) else {
            throw error("schema", "\"schema\" must be \(Self.schema)")
        }
        var configuration = GateConfiguration(rules: [])
        if let level = try number(object, "level", 0.000_001...0.5) { configuration.level = level }
        if let measure = object["measure"] { configuration.measurement = try measurement(measure) }
        guard let rules = object["rules"] as? [Any], !rules.isEmpty else {
            throw error("rules", "\"rules\" must be a list of at least one rule")
        }
        for value in rules { configuration.rules.append(try rule(value)) }
        if let value = object["calibration"] { configuration.calibration = try calibration(value) }
        return configuration
    }

    private func calibration(_ value: Any) throws(UsageError) -> GateCalibration {
        let keys = ["host", "date", "rounds", "comparisons", "false_alarms", "figures"]
        let object = try object(value, key: "calibration", keys: keys)
        guard let host = object["host"] as? String, let date = object["date"] as? String,
            let rounds = try whole(object, "rounds", 1...1_000_000),
            let comparisons = try whole(object, "comparisons", 1...1_000_000),
            let falseAlarms = try whole(object, "false_alarms", 0...comparisons),
            let values = object["figures"] as? [Any]
        else { throw error("calibration", "\"calibration\" lacks one of \(keys.joined(separator: ", "))") }
        var figures: [GateCalibration.Figure] = []
        for value in values {
            let figure = try self.object(value, key: "figures", keys: ["case", "metric", "smallest_change"])
            guard let caseName = figure["case"] as? String, let metric = figure["metric"] as? String else {
                throw error("figures", "each of \"figures\" has a \"case\" and a \"metric\"")
            }
            figures.append(
                GateCalibration.Figure(
                    caseName: caseName, metric: metric,
                    smallestChange: try number(figure, "smallest_change", 0...1_000)))
        }
        return GateCalibration(
            host: host, date: date, rounds: rounds, comparisons: comparisons, falseAlarms: falseAlarms,
            figures: figures)
    }

    private func measurement(_ value: Any) throws(UsageError) -> GateConfiguration.Measurement {
        let object = try object(
            value, key: "measure", keys: ["profile", "cases", "seconds", "rounds", "turns", "minutes"])
        var measurement = GateConfiguration.Measurement()
        if let value = object["profile"] {
            guard let name = value as? String, let profile = BenchmarkProfile(rawValue: name) else {
                throw error("profile", "\"profile\" must be quick, standard, full or tiny")
            }
            measurement.profile = profile
        }
        if let cases = try strings(object, "cases") { measurement.cases = cases }
        measurement.seconds = try number(object, "seconds", 0.000_1...3_600)
        if let rounds = try whole(object, "rounds", MetricComparison.fewestRounds...1_000) {
            measurement.rounds = rounds
        }
        if let turns = try whole(object, "turns", 1...10_000) { measurement.turns = turns }
        if let minutes = try number(object, "minutes", 0.01...1_440) { measurement.minutes = minutes }
        return measurement
    }

    private func rule(_ value: Any) throws(UsageError) -> GateConfiguration.Rule {
        let keys = ["cases", "metrics", "threshold", "minimum_difference", "exact", "blindness", "ignore"]
        let object = try object(value, key: "rules", keys: keys)
        var rule = GateConfiguration.Rule()
        if let cases = try strings(object, "cases") { rule.cases = cases }
        if let metrics = try strings(object, "metrics") { rule.metrics = metrics }
        let isExact = try flag(object, "exact")
        var comparison = isExact ? ComparisonRule.exact : ComparisonRule()
        if let threshold = try number(object, "threshold", 0...10) { comparison.threshold = threshold }
        if let difference = try number(object, "minimum_difference", 0...1e12) {
            comparison.minimumDifference = difference
        }
        if let blindness = try number(object, "blindness", 0.001...1_000) { rule.blindness = blindness }
        rule.comparison = try flag(object, "ignore") ? nil : comparison
        return rule
    }

    // MARK: Values

    private func object(_ value: Any, key: String?, keys: [String]) throws(UsageError) -> [String: Any] {
        guard let object = value as? [String: Any] else {
            throw error(key ?? "", key.map { "\"\($0)\" must hold {…}" } ?? "the file must hold one {…}")
        }
        for name in object.keys.sorted() where !keys.contains(name) {
            let hint = Suggestion.nearest(to: name, among: keys).map { "did you mean \"\($0)\"?" }
            throw error(name, "unknown key \"\(name)\"; \(hint ?? "there are \(keys.joined(separator: ", "))")")
        }
        return object
    }

    private func number(
        _ object: [String: Any], _ key: String, _ range: ClosedRange<Double>
    ) throws(UsageError) -> Double? {
        guard let value = object[key] else { return nil }
        guard let number = value as? NSNumber, !isFlag(number), range.contains(number.doubleValue) else {
            let (low, high) = (CSVWriter.cell(range.lowerBound), CSVWriter.cell(range.upperBound))
            throw error(key, "\"\(key)\" must be a number from \(low) to \(high)")
        }
        return number.doubleValue
    }

    private func whole(_ object: [String: Any], _ key: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        let limits = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = try number(object, key, limits) else { return nil }
        guard number == number.rounded() else { throw error(key, "\"\(key)\" must be a whole number") }
        return Int(number)
    }

    private func flag(_ object: [String: Any], _ key: String) throws(UsageError) -> Bool {
        guard let value = object[key] else { return false }
        guard let number = value as? NSNumber, isFlag(number) else {
            throw error(key, "\"\(key)\" must be true or false")
        }
        return number.boolValue
    }

    /// Foundation makes `NSNumber`s of both `true` and `1`.
    private func isFlag(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

    private func strings(_ object: [String: Any], _ key: String) throws(UsageError) -> [String]? {
        guard let value = object[key] else { return nil }
        guard let strings = value as? [String], !strings.isEmpty, strings.allSatisfy({ !$0.isEmpty && $0 != "!" })
        else {
            throw error(key, "\"\(key)\" must be a list of at least one pattern, such as [\"*\"]")
        }
        return strings
    }

    /// At the first line that has the key.
    private func error(_ key: String, _ problem: String) -> UsageError {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = key.isEmpty ? nil : lines.firstIndex { $0.contains("\"\(key)\"") }
        return UsageError("\(file):\((line ?? 0) + 1): \(problem)")
    }
}
