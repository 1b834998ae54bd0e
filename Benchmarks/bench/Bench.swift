import BenchmarkKit

@main
enum Bench {
    static func main() async {}
}
