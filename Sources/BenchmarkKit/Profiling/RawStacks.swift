/// Stacks as a profiler gives them, with how often each was met.
struct RawStacks: Sendable, Hashable {
    /// From the thread's start to where it was.
    private(set) var counts: [[RawFrame]: Int] = [:]

    mutating func add(_ stack: [RawFrame], count: Int = 1) { counts[stack, default: 0] += count }

    /// Of all functions, each once.
    var symbols: Set<String> { Set(counts.keys.joined().map(\.symbol)) }

    /// With names that people know, and the harness as one frame.
    ///
    /// - Parameters:
    ///   - executable: The program's file name.
    ///   - names: Of mangled symbols; a symbol without one stands for itself.
    func folded(executable: String, names: [String: String]) -> FoldedStacks {
        var known: [RawFrame: ProfileFrame] = [:]
        func frame(_ raw: RawFrame) -> ProfileFrame {
            if let frame = known[raw] { return frame }
            let owner = raw.owner(executable: executable)
            let frame =
                owner == .harness ? .harness : ProfileFrame(owner, names[raw.symbol] ?? raw.symbol)
            known[raw] = frame
            return frame
        }
        var folded = FoldedStacks()
        for (stack, count) in counts {
            var frames: [ProfileFrame] = []
            // A function that calls itself, and one that was split in two, is one frame.
            for next in stack.lazy.map(frame) where next != frames.last { frames.append(next) }
            folded.add(frames, count: count)
        }
        return folded
    }
}
