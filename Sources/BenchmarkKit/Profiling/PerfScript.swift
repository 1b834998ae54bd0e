import Foundation

/// What `perf script -F comm,tid,ip,sym,dso` prints.
///
/// A sample is a line with the thread's name, then a line for each frame from where the thread was to its start:
/// an address, the function and the file in parentheses, and then an empty line.
struct PerfScript {
    /// The fields that are asked for.
    static let fields = "comm,tid,ip,sym,dso"

    private struct Frame {
        /// In the file.
        let address: UInt64
        let function: RawFrame
    }
    /// From where the thread was to its start.
    private var samples: [[Frame]] = []

    /// Lines that are none of those are passed over; a sample without frames counts as one of an unknown function.
    ///
    /// - Parameter callersAreReturns: Whether a caller's address is the one that it is returned to, behind the call,
    ///   which may be another function's already. True of frame pointers.
    init(_ text: String, callersAreReturns: Bool = false) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.first != UInt8(ascii: "\t") {
                samples.append([])
            } else if !samples.isEmpty {
                let isCaller = !samples[samples.count - 1].isEmpty
                guard let frame = Self.frame(Substring(line), minus: isCaller && callersAreReturns ? 1 : 0) else {
                    continue
                }
                samples[samples.count - 1].append(frame)
            }
        }
    }

    /// `	  55d0c5 function (/path/file)`. The name of the function may have spaces and parentheses in it.
    private static func frame(_ line: Substring, minus correction: UInt64) -> Frame? {
        let text = line.drop { $0 == "\t" || $0 == " " }
        guard let space = text.firstIndex(of: " "), text.hasSuffix(")"),
            let address = UInt64(text[..<space], radix: 16)
        else { return nil }
        let rest = text[text.index(after: space)...]
        // A path may have spaces and parentheses as well, so it is what follows the first parenthesis and slash.
        let start = rest.range(of: " (/") ?? rest.range(of: " ([") ?? rest.range(of: " (", options: .backwards)
        guard let start else { return nil }
        let file = rest[rest.index(start.lowerBound, offsetBy: 2)...].dropLast()
        return Frame(
            address: address >= correction ? address - correction : address,
            function: RawFrame(name(rest[..<start.lowerBound]), in: file))
    }

    /// Without the offset in the function.
    private static func name(_ text: Substring) -> Substring {
        guard let plus = text.range(of: "+0x", options: .backwards) else { return text }
        return text[..<plus.lowerBound]
    }

    /// Where the program's own functions were, and called others.
    func addresses(executable: String) -> Set<UInt64> {
        Set(samples.joined().lazy.filter { $0.function.file == executable }.map(\.address))
    }

    /// - Parameters:
    ///   - executable: The program's file name.
    ///   - inlined: The functions at some of its addresses, the innermost first.
    func stacks(executable: String, inlined: [UInt64: [String]] = [:]) -> RawStacks {
        var stacks = RawStacks()
        for sample in samples {
            let frames = sample.flatMap { frame -> [RawFrame] in
                guard frame.function.file == executable, let functions = inlined[frame.address] else {
                    return [frame.function]
                }
                return functions.map { RawFrame($0, in: executable) }
            }
            stacks.add(frames.isEmpty ? [RawFrame("[unknown]", in: "[unknown]")] : frames.reversed())
        }
        return stacks
    }
}
