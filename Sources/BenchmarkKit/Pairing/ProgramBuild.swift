import Foundation

/// An executable that takes this program's command line: another build of it, or of one made with the same library.
package struct ProgramBuild: MeasuredBuild {
    let path: String
    /// `--suite`, `--filter` and the like, as `turns` and `list` take them.
    let selection: [String]
    /// Seconds a case and round; `nil` is the profile's own choice.
    let seconds: Double?
    let allocator: AllocatorChoice
    /// Ends its processes when requested.
    let interruption: InterruptionFlag

    private static let listColumns = [
        "case", "suite", "implementation", "parameters", "reference", "rounds", "seconds", "skipped",
    ]

    private var timing: [String] { ["--rounds=1"] + (seconds.map { ["--time=\($0)"] } ?? []) }

    package func list() async throws(UsageError) -> [ListedCase] {
        let process = try LineProcess(path, ["list"] + selection + timing + ["--format=csv"], interruption)
        var output = ""
        while let line = await process.nextLine() { output += line + "\n" }
        let (reason, complaint) = await process.ending()
        guard reason == nil else {
            throw UsageError("\(path): cannot list its cases: \(complaint ?? "it \(reason ?? "ended")")")
        }
        do {
            return try CSVReader.records(Data(output.utf8), file: path, columns: Self.listColumns).map { record in
                ListedCase(
                    name: record["case"], isReference: record["reference"] == "yes",
                    // Half of what it says: as much goes to the warm-up.
                    seconds: try record.double("seconds") / 2, skipReason: record["skipped"])
            }
        } catch {
            throw UsageError("\(path): is no build of this program: \(error)")
        }
    }

    package func start(
        _ cases: [String], turns: Int, seed: UInt64
    ) async throws(UsageError) -> any MeasuringProcess {
        var arguments = ["turns"] + selection.filter { !$0.hasPrefix("--filter=") && !$0.hasPrefix("--suite=") }
        arguments += cases.map { "--filter=\(Glob.escaped($0))" } + timing + ["--turns=\(turns)", "--seed=\(seed)"]
        arguments += allocator == .system ? ["--allocator=system"] : []
        return Measuring(path: path, process: try LineProcess(path, arguments, interruption))
    }

    private struct Measuring: MeasuringProcess {
        let path: String
        let process: LineProcess

        func ask(_ request: TurnRequest) async throws(UsageError) -> TurnAnswer {
            process.write(TurnLine.write(request))
            guard let line = await process.nextLine() else {
                let (reason, complaint) = await process.ending()
                // A crash is that build's, and a result; a refusal is the user's to mend.
                if let complaint, reason == "ended with code 2" {
                    throw UsageError("\(path): cannot measure in turns: \(complaint)")
                }
                return .died("the program \(reason ?? "ended by itself")")
            }
            guard let reply = TurnLine.read(TurnReply.self, line) else {
                throw UsageError("\(path): answers '\(line.prefix(60))', which no build of this version does")
            }
            return .reply(reply)
        }

        func end() { process.end() }
    }
}
