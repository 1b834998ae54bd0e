import BenchmarkKit
import Foundation

@main
enum Bench {
    static func main() async {
        let command = BenchmarkCommand(name: "bench", version: "1.0.0", suites: [])
        exit(await command.run(arguments: Array(CommandLine.arguments.dropFirst())))
    }
}
