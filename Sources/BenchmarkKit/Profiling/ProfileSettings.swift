/// What the flags of `profile` mean, each value checked.
struct ProfileSettings {
    /// How `perf` finds out who called whom.
    enum CallGraph: String, CaseIterable {
        /// From a copy of the stack: needs more time and room, and sees through libraries that keep no frame pointers, such
        /// as the allocator.
        case dwarf
        /// From frame pointers: cheap. Swift code keeps them.
        case fp

        var argument: String { self == .dwarf ? "dwarf,16384" : rawValue }
    }

    let pattern: String
    var options = SuiteOptions()
    var seconds = 10.0
    var output = "results/profiles"
    /// The folder of an earlier profile.
    var base: String?
    var callGraph = CallGraph.dwarf
    var profilesHeap = true
    var keepsRecording = false

    init(_ arguments: ParsedArguments) throws(UsageError) {
        pattern = arguments.operands[0]
        if let profile = try RunSettings.choice("--profile", BenchmarkProfile.self, arguments) {
            options.profile = profile
        }
        if let text = arguments["--seconds"] {
            guard let seconds = Double(text), (0.1...3600).contains(seconds) else {
                throw UsageError("--seconds '\(text)' is not possible; write 0.1 to 3600 seconds, as in --seconds 20")
            }
            self.seconds = seconds
        }
        if let output = arguments["--output"] { self.output = output }
        if let graph = try RunSettings.choice("--call-graph", CallGraph.self, arguments) { callGraph = graph }
        base = arguments["--compare"]
        profilesHeap = !arguments.has("--no-heap")
        keepsRecording = arguments.has("--keep-recording")
    }
}
