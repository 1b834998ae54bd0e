/// How the shares of two profiles differ.
///
/// A share *p* among *n* samples has the variance *p*(1 − *p*)/*n*; those of two profiles add up.
struct ProfileComparison {
    struct Change: Hashable {
        let frame: ProfileFrame
        let base, now: FrameShare
        func difference(_ share: KeyPath<FrameShare, Double>) -> Double { now[keyPath: share] - base[keyPath: share] }
    }
    private let changes: [Change]
    private let samples: (base: Int, now: Int)

    init(base: FoldedStacks, now: FoldedStacks) {
        samples = (base.total, now.total)
        let (before, after) = (base.shares, now.shares)
        changes = Set(before.keys).union(after.keys).map { frame in
            Change(frame: frame, base: before[frame] ?? FrameShare(), now: after[frame] ?? FrameShare())
        }
    }

    /// Those whose share changed most first, up or down; without those that changed by less than a tenth of a percent of
    /// the whole, which is the last digit shown.
    func largest(_ share: KeyPath<FrameShare, Double>, count: Int = ProfileText.hottest) -> [Change] {
        let changed = changes.filter { abs($0.difference(share)) >= 0.001 }
        return Array(
            changed.sorted { first, second in
                (abs(second.difference(share)), first.frame.description)
                    < (abs(first.difference(share)), second.frame.description)
            }.prefix(count))
    }

    /// Half of the 95 % interval of a change.
    func uncertainty(of change: Change, _ share: KeyPath<FrameShare, Double>) -> Double {
        func variance(_ share: Double, _ count: Int) -> Double { share * (1 - share) / Double(max(count, 1)) }
        let sum =
            variance(change.base[keyPath: share], samples.base) + variance(change.now[keyPath: share], samples.now)
        return 1.96 * max(sum, 0).squareRoot()
    }

    func text(base: String) -> String {
        var lines = ["Compared with \(base), in points of the whole:"]
        for (title, share) in [("self", \FrameShare.own), ("total", \FrameShare.inclusive)] {
            var table = TextTable([.right, .right, .right, .right, .left])
            table.add(["change", "± 95 %", "base", "now", "function, by \(title)"])
            for change in largest(share) {
                let points = Readable.fixed(change.difference(share) * 100, digits: 1)
                table.add([
                    points.hasPrefix("-") ? points : "+\(points)",
                    Readable.fixed(uncertainty(of: change, share) * 100, digits: 1),
                    Readable.percent(change.base[keyPath: share]),
                    Readable.percent(change.now[keyPath: share]), change.frame.description,
                ])
            }
            let rows = table.lines(indent: 2)
            lines += rows.count > 1 ? rows + [""] : ["  \(title): no function's share changed by 0.1 points", ""]
        }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }
}
