import Foundation

/// Writes `gate.json` as ``GateConfigurationReader`` reads it.
enum GateConfigurationWriter {
    static func json(_ configuration: GateConfiguration) -> String {
        let measurement = configuration.measurement
        var measure = ["\"profile\": \(DataText.quoted(measurement.profile.rawValue))"]
        if !measurement.cases.isEmpty { measure.append("\"cases\": \(list(measurement.cases))") }
        if let seconds = measurement.seconds { measure.append("\"seconds\": \(CSVWriter.cell(seconds))") }
        measure.append("\"rounds\": \(measurement.rounds)")
        measure.append("\"turns\": \(measurement.turns)")
        measure.append("\"minutes\": \(CSVWriter.cell(measurement.minutes))")
        let rules = configuration.rules.map { "    {\(rule($0))}" }
        return """
            {
              "schema": \(GateConfigurationReader.schema),
              "measure": {
                \(measure.joined(separator: ",\n    "))
              },
              "level": \(CSVWriter.cell(configuration.level)),
              "rules": [
            \(rules.joined(separator: ",\n"))
              ]\(configuration.calibration.map(calibration) ?? "")
            }

            """
    }

    private static func rule(_ rule: GateConfiguration.Rule) -> String {
        var members = ["\"cases\": \(list(rule.cases))", "\"metrics\": \(list(rule.metrics))"]
        guard let comparison = rule.comparison else {
            return (members + ["\"ignore\": true"]).joined(separator: ", ")
        }
        if comparison.isExact { members.append("\"exact\": true") }
        members.append("\"threshold\": \(CSVWriter.cell(comparison.threshold))")
        if !comparison.isExact {
            members.append("\"minimum_difference\": \(CSVWriter.cell(comparison.minimumDifference))")
            members.append("\"blindness\": \(CSVWriter.cell(rule.blindness))")
        }
        return members.joined(separator: ", ")
    }

    private static func calibration(_ calibration: GateCalibration) -> String {
        let figures = calibration.figures.map { figure in
            let change = figure.smallestChange.map { ", \"smallest_change\": \(CSVWriter.cell($0))" } ?? ""
            return "      {\"case\": \(DataText.quoted(figure.caseName)),"
                + " \"metric\": \(DataText.quoted(figure.metric))\(change)}"
        }
        return """
            ,
              "calibration": {
                "host": \(DataText.quoted(calibration.host)),
                "date": \(DataText.quoted(calibration.date)),
                "rounds": \(calibration.rounds),
                "comparisons": \(calibration.comparisons),
                "false_alarms": \(calibration.falseAlarms),
                "figures": [
            \(figures.joined(separator: ",\n"))
                ]
              }
            """
    }

    private static func list(_ strings: [String]) -> String {
        "[\(strings.map(DataText.quoted).joined(separator: ", "))]"
    }
}
