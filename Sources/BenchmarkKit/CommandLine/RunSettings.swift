/// What the flags of a command line mean, each value checked.
struct RunSettings: Sendable {
    var selection = CaseSelection()
    var options = SuiteOptions()
    var format = OutputFormat.table
    var seed: UInt64?
    var output = "results"
    var allocator = AllocatorChoice.jemalloc
    var showsProgress = true
    var isDryRun = false
    /// `nil`: where the allocator in use can be counted.
    var countsAllocations: Bool?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        selection.suites = try Self.names("--suite", arguments)
        selection.implementations = try Self.names("--implementation", arguments)
        selection.filters = arguments.all("--filter")
        _ = try CaseFilter(selection.filters)
        if let text = arguments["--shard"] { selection.shard = try Self.shard(text) }
        if let profile = try Self.choice("--profile", BenchmarkProfile.self, arguments) { options.profile = profile }
        options.limits = try Self.limits(arguments)
        if let text = arguments["--time"] {
            guard let seconds = Double(text), seconds.isFinite, seconds > 0 else {
                throw UsageError("--time '\(text)' is not a time; write seconds above 0, as in --time 2.5")
            }
            options.secondsPerCase = seconds
        }
        if let text = arguments["--rounds"] { options.rounds = try Self.count("--rounds", text, upTo: 10_000) }
        format = try Self.format(arguments)
        if let text = arguments["--seed"] { seed = try Self.seed(text) }
        if let output = arguments["--output"] { self.output = output }
        if let choice = try Self.choice("--allocator", AllocatorChoice.self, arguments) { allocator = choice }
        switch arguments["--allocations"] {
        case nil: break
        case "off"?: countsAllocations = false
        case "on"? where allocator == .system:
            throw UsageError("--allocations on: only jemalloc's allocations are counted; leave out --allocator system")
        case "on"?: countsAllocations = true
        case let other?: throw UsageError("--allocations '\(other)' is neither on nor off; write --allocations off")
        }
        options.traces = try Self.traces(arguments.all("--trace"))
        showsProgress = !arguments.has("--no-progress")
        isDryRun = arguments.has("--dry-run")
    }

    private static func traces(_ files: [String]) throws(UsageError) -> [NamedTrace] {
        var traces: [NamedTrace] = []
        for file in files {
            let name = NamedTrace.name(ofFile: file)
            guard !traces.contains(where: { $0.name == name }) else {
                throw UsageError("--trace has two files named '\(name)'; give them different names")
            }
            traces.append(NamedTrace(name: name, trace: try TraceReader.read(path: file)))
        }
        return traces
    }

    private static func names(_ flag: String, _ arguments: ParsedArguments) throws(UsageError) -> [String]? {
        guard let text = arguments[flag] else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("\(flag) '\(text)' has an empty name; separate names by single commas")
        }
        return names
    }

    private static func limits(_ arguments: ParsedArguments) throws(UsageError) -> [Int]? {
        guard let text = arguments["--limits"] else { return nil }
        var limits: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let limit = try count("--limits", String(part), upTo: 1_000_000)
            guard !limits.contains(limit) else { throw UsageError("--limits has \(limit) twice; give each limit once") }
            limits.append(limit)
        }
        return limits
    }

    static func seed(_ text: String, upTo most: UInt64 = .max) throws(UsageError) -> UInt64 {
        guard let seed = UInt64(text), seed <= most else {
            throw UsageError("--seed '\(text)' is not a seed; write a whole number from 0 to \(most)")
        }
        return seed
    }

    static func count(_ flag: String, _ text: String, upTo most: Int) throws(UsageError) -> Int {
        guard let number = Int(text), (1...most).contains(number) else {
            throw UsageError("\(flag) '\(text)' is not possible; write whole numbers from 1 to \(most)")
        }
        return number
    }

    private static func shard(_ text: String) throws(UsageError) -> Shard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
            let shard = Shard(index: index, count: count)
        else {
            throw UsageError("--shard '\(text)' is not a part of a whole; write I/N with 1 ≤ I ≤ N, as in --shard 2/4")
        }
        return shard
    }

    static func format(_ arguments: ParsedArguments) throws(UsageError) -> OutputFormat {
        try choice("--format", OutputFormat.self, arguments) ?? .table
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ flag: String, _: Choice.Type, _ arguments: ParsedArguments
    ) throws(UsageError) -> Choice? {
        guard let text = arguments[flag] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue)
            throw UsageError.unknown(String(flag.dropFirst(2)), text, among: known, hint: "see --help")
        }
        return choice
    }
}
