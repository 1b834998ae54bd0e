import Foundation

/// Stacks with what was met on each: samples of the processor's time, or bytes allocated.
///
/// As text a line each: the frames from the thread's start on, separated by semicolons, a space and the number. Flame
/// graph programs read that.
package struct FoldedStacks: Sendable, Hashable {
    package private(set) var counts: [[ProfileFrame]: Int] = [:]

    package init() {}

    package mutating func add(_ stack: [ProfileFrame], count: Int = 1) { counts[stack, default: 0] += count }

    package var total: Int { counts.values.reduce(0, +) }

    /// Sorted, so that the same stacks are the same text.
    package var text: String {
        let lines = counts.map { stack, count in
            stack.map { $0.description.replacing(";", with: ":") }.joined(separator: ";") + " \(count)\n"
        }
        return lines.sorted().joined()
    }

    /// Reads ``text``.
    ///
    /// - Parameter path: The file's, for the message.
    package init(_ text: String, path: String) throws(UsageError) {
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard let space = line.lastIndex(of: " "), let count = Int(line[line.index(after: space)...]), count >= 0
            else { throw UsageError("\(path):\(number + 1): not a stack and a number of samples") }
            add(line[..<space].split(separator: ";").map { ProfileFrame($0) }, count: count)
        }
        guard !counts.isEmpty else { throw UsageError("\(path): there is no stack in it") }
    }

    /// What was met in each function itself, and in it or anything that it called.
    package var shares: [ProfileFrame: FrameShare] {
        let total = Double(max(total, 1))
        var shares: [ProfileFrame: FrameShare] = [:]
        for (stack, count) in counts {
            let share = Double(count) / total
            // Once a stack, also where a function calls itself by way of others.
            for frame in Set(stack) { shares[frame, default: FrameShare()].inclusive += share }
            if let leaf = stack.last { shares[leaf, default: FrameShare()].own += share }
        }
        return shares
    }

    /// What was met in each owner's functions themselves, the most first.
    package var owners: [(name: String, share: Double)] {
        var shares: [String: Double] = [:]
        for (frame, share) in self.shares where share.own > 0 { shares[frame.ownerName, default: 0] += share.own }
        return shares.map { ($0.key, $0.value) }.sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    }
}

/// Shares of the whole, 0 to 1.
package struct FrameShare: Sendable, Hashable {
    /// Of the function itself.
    package var own = 0.0
    /// Of it and of what it called.
    package var inclusive = 0.0
}
