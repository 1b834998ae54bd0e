/// What the profiles say in words and tables.
enum ProfileText {
    static let hottest = 10

    /// - Parameters:
    ///   - title: The case.
    ///   - seconds: How long it was recorded.
    static func cpu(_ stacks: FoldedStacks, title: String, seconds: Double, frequency: Int) -> String {
        let total = stacks.total
        var lines = [
            title, "",
            "\(total) samples, \(frequency) a second of a busy processor: "
                + "\(Readable.number(Double(total) / Double(frequency) / seconds)) processors busy for "
                + Readable.seconds(seconds),
            "",
        ]
        let shares = stacks.shares
        lines += ["Hottest of ours (self: in the function itself; total: with all that it calls):"]
        lines += table(shares.filter(\.key.isOurs), by: \.own, columns: ["self", "total", "function"])
        lines += ["", "By total:"]
        lines += table(shares.filter(\.key.isOurs), by: \.inclusive, columns: ["self", "total", "function"])
        lines += ["", "Hottest of the libraries:"]
        lines += table(
            shares.filter { !$0.key.isOurs && $0.key != .harness }, by: \.own, columns: ["self", "total", "function"])
        lines += ["", "Whose functions the time was spent in:"] + owners(stacks)
        return lines.joined(separator: "\n") + "\n"
    }

    static func heap(_ stacks: FoldedStacks, title: String, seconds: Double) -> String {
        let total = Double(stacks.total)
        var lines = [
            title, "",
            "\(Readable.value(total, unit: "B")) allocated in \(Readable.seconds(seconds)), freed or not,"
                + " as estimated from a sample of the allocations",
            "",
        ]
        let shares = stacks.shares
        lines += ["Top allocation sites (self: by the function itself; total: with all that it calls):"]
        lines += table(shares, by: \.own, columns: ["self", "total", "function"])
        lines += ["", "Top of ours:"]
        lines += table(shares.filter(\.key.isOurs), by: \.inclusive, columns: ["self", "total", "function"])
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(
        _ shares: [ProfileFrame: FrameShare], by rank: KeyPath<FrameShare, Double>, columns: [String]
    ) -> [String] {
        let ranked = shares.sorted { first, second in
            (second.value[keyPath: rank], first.key.description) < (first.value[keyPath: rank], second.key.description)
        }
        var table = TextTable([.right, .right, .left])
        table.add(columns)
        for (frame, share) in ranked.prefix(hottest) where share[keyPath: rank] > 0 {
            table.add([Readable.percent(share.own), Readable.percent(share.inclusive), frame.description])
        }
        let lines = table.lines(indent: 2)
        return lines.count > 1 ? lines : ["  none was met"]
    }

    private static func owners(_ stacks: FoldedStacks) -> [String] {
        var table = TextTable([.right, .left])
        for owner in stacks.owners.prefix(hottest) { table.add([Readable.percent(owner.share), owner.name]) }
        return table.lines(indent: 2)
    }
}
