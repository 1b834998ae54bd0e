/// What `perf script -F comm,tid,ip,sym,dso` prints.
///
/// A sample is a line with the thread's name, then a line for each frame from where the thread was to its start:
/// an address, the function and the file in parentheses, and then an empty line.
enum PerfScript {
    /// The fields that are asked for.
    static let fields = "comm,tid,ip,sym,dso"

    /// Lines that are none of those are passed over; a sample without frames counts as one of an unknown function.
    static func stacks(_ text: String) -> RawStacks {
        var stacks = RawStacks()
        var sample: [RawFrame]?
        func finish() {
            guard let frames = sample else { return }
            stacks.add(frames.isEmpty ? [RawFrame("[unknown]", in: "[unknown]")] : frames.reversed())
            sample = nil
        }
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty {
                finish()
            } else if line.first == UInt8(ascii: "\t") {
                if let frame = frame(Substring(line)) { sample?.append(frame) }
            } else {
                finish()
                sample = []
            }
        }
        finish()
        return stacks
    }

    /// `	  55d0c5 function (/path/file)`. The name of the function may have spaces and parentheses in it.
    private static func frame(_ line: Substring) -> RawFrame? {
        let text = line.drop { $0 == "\t" || $0 == " " }
        guard let space = text.firstIndex(of: " "), text.hasSuffix(")") else { return nil }
        let rest = text[text.index(after: space)...]
        // The first parenthesis behind the last space in front of a path: a path may have spaces as well.
        let start = rest.range(of: " (/") ?? rest.range(of: " ([") ?? rest.range(of: " (", options: .backwards)
        guard let start else { return nil }
        let file = rest[rest.index(start.lowerBound, offsetBy: 2)...].dropLast()
        return RawFrame(name(rest[..<start.lowerBound]), in: file)
    }

    /// Without an offset in the function, and without `(inlined)`.
    private static func name(_ text: Substring) -> Substring {
        guard let plus = text.range(of: "+0x", options: .backwards) else { return text }
        return text[..<plus.lowerBound]
    }
}
