/// What `jeprof --collapsed` prints: a line for each stack, with the bytes that it allocated.
///
/// The frames, from the thread's start on, are separated by semicolons; a function is followed by its address in angle
/// brackets, or by `[inline]`.
enum HeapStacks {
    /// Frames that only pass a request for memory on to the allocator, as parts of their names.
    private static let passingOn = [
        "swift_slowAlloc", "swift_allocObject", "swift_allocBox", "_swift_allocObject_", "malloc", "calloc", "realloc",
        "posix_memalign", "aligned_alloc", "operator new", "prof_", "je_",
    ]

    /// - Parameter executable: The program's file name. Files are not named there, so every Swift function counts as
    ///   the program's, and every other one as the libraries'.
    static func stacks(_ text: String, executable: String) -> RawStacks {
        var stacks = RawStacks()
        for line in text.split(separator: "\n") {
            guard let space = line.lastIndex(of: " "), let bytes = Int(line[line.index(after: space)...]) else {
                continue
            }
            var frames = line[..<space].split(separator: ";").map { text in
                let symbol = symbol(text)
                return RawFrame(symbol, in: symbol.hasPrefix("$s") ? executable : "libraries")
            }
            while frames.count > 1, let last = frames.last, isPassingOn(last.symbol) { frames.removeLast() }
            stacks.add(frames, count: bytes)
        }
        return stacks
    }

    private static func isPassingOn(_ symbol: String) -> Bool {
        passingOn.contains { symbol.hasPrefix($0) } || symbol.hasPrefix("$sSp8allocate")
            || symbol.hasPrefix("$sSw8alloc")
    }

    private static func symbol(_ text: Substring) -> Substring {
        if text.hasSuffix("[inline]") { return text.dropLast(8) }
        guard text.hasSuffix(">"), let start = text.lastIndex(of: "<"),
            text[text.index(after: start)...].dropLast().allSatisfy(\.isHexDigit)
        else { return text }
        return text[..<start]
    }
}
