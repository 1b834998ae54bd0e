import Foundation

/// The whole command line of a benchmark program: give it suites, and return its code from `main`.
///
/// ```swift
/// @main enum MyBenchmarks {
///     static func main() async {
///         let command = BenchmarkCommand(name: "my-benchmarks", version: "1.0", suites: [MySuite()])
///         exit(await command.run(arguments: Array(CommandLine.arguments.dropFirst())))
///     }
/// }
/// ```
public struct BenchmarkCommand: Sendable {
    let name: String
    let version: String
    let suites: [any BenchmarkSuite]
    let output: any CommandOutput
    let interruption: InterruptionFlag
    let catchesSignals: Bool
    /// System load over 1, 5 and 15 minutes.
    let load: @Sendable () -> [Double]?
    /// What the processors did until now; `nil` where that is not known.
    let processors: @Sendable () -> ProcessorReading?
    /// Counts the allocations and bytes of the cases that the arguments choose.
    let allocationPass: @Sendable ([String]) throws(UsageError) -> [CountedFigures]

    /// - Parameters:
    ///   - name: The program's, as its messages begin with.
    ///   - version: The program's own, for `--version` and the files.
    ///   - suites: What it measures.
    public init(name: String, version: String, suites: [any BenchmarkSuite]) {
        self.init(name: name, version: version, suites: suites, output: ProcessOutput())
    }

    /// - Parameters:
    ///   - output: where to write.
    ///   - interruption: ends the run early when requested.
    ///   - catchesSignals: whether the first Ctrl-C requests that, instead of killing the process.
    package init(
        name: String, version: String, suites: [any BenchmarkSuite], output: any CommandOutput,
        interruption: InterruptionFlag = InterruptionFlag(), catchesSignals: Bool = true,
        load: @escaping @Sendable () -> [Double]? = { Machine.load },
        processors: @escaping @Sendable () -> ProcessorReading? = { ProcessorReading.now() },
        allocationPass: @escaping @Sendable ([String]) throws(UsageError) -> [CountedFigures] = {
            (arguments) throws(UsageError) in try AllocationPass().run(arguments: arguments)
        }
    ) {
        self.name = name
        self.version = version
        self.suites = suites
        self.output = output
        self.interruption = interruption
        self.catchesSignals = catchesSignals
        self.load = load
        self.processors = processors
        self.allocationPass = allocationPass
    }

    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code. 0 fine; 2 wrong usage or unwritable output, with one line on the error side;
    ///   4 a benchmark failed or an implementation broke its contract; 130 interrupted, results written.
    public func run(arguments: [String]) async -> Int32 {
        // A reader that has seen enough, such as `head`, must not end the run.
        signal(SIGPIPE, SIG_IGN)
        do throws(UsageError) {
            if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
                output.writeOutput(help.help(arguments.first.flatMap(CommandVerb.named)))
                return 0
            }
            let parsed = try ParsedArguments(arguments)
            if parsed.has("--version") {
                output.writeOutput(help.versions)
                return 0
            }
            let verb = parsed.verb ?? CommandVerb.all[0]
            return try await verb.action(CommandInvocation(program: self, parsed: parsed, arguments: arguments))
        } catch {
            output.writeError("\(name): \(error)\n")
            return 2
        }
    }

    var help: HelpText { HelpText(name: name, version: version, suites: suites) }
}
