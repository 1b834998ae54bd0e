/// The samples of several rounds together, each still with the round that it is of: what is known of a median when whole
/// rounds are drawn anew.
struct PooledSamples {
    /// Of the rounds that have samples.
    let roundCount: Int
    /// Ascending, each with the round it is of and how often it occurs there.
    private let entries: [(value: Double, round: Int, count: Int)]
    /// How many samples each round has before a block of entries, block after block, and in all at the end.
    private let samplesBefore: [Int]

    private static let block = 64

    /// - Parameter rounds: The samples of each with how often they occur, in any order.
    init(_ rounds: [[(value: Double, count: Int)]]) {
        let rounds = rounds.filter { !$0.isEmpty }
        roundCount = rounds.count
        entries = rounds.enumerated()
            .flatMap { round, samples in samples.map { (value: $0.value, round: round, count: $0.count) } }
            .sorted { $0.value < $1.value }
        var seen = [Int](repeating: 0, count: roundCount)
        var before: [Int] = []
        for (index, entry) in entries.enumerated() {
            if index % Self.block == 0 { before += seen }
            seen[entry.round] += entry.count
        }
        samplesBefore = before + seen
    }

    /// Of a histogram the entries are the buckets' midpoints, moved into the range of all rounds: as in `SampleSummary`.
    init(_ rounds: [MetricRound]) {
        var (least, most) = (Double.infinity, -Double.infinity)
        for case .histogram(let histogram) in rounds.map(\.values) where histogram.count > 0 {
            least = min(least, Double(histogram.min))
            most = max(most, Double(histogram.max))
        }
        self.init(
            rounds.map { round in
                switch round.values {
                case .samples(let samples): samples.map { ($0, 1) }
                case .histogram(let histogram):
                    histogram.buckets.map { bucket in
                        let middle = LatencyHistogram.midpoint(ofBucketAt: bucket.lowerBound)
                        return (min(max(middle, least), most), Int(bucket.count))
                    }
                }
            })
    }

    /// Of all samples of the rounds drawn; not a number where none was.
    ///
    /// - Parameter draws: How often each round was.
    /// - Complexity: O(log(samples) · rounds): blocks are bisected, and a single one is looked through.
    func median(drawing draws: [Int]) -> Double {
        func drawn(before block: Int) -> Int {
            var total = 0
            for round in 0..<roundCount { total += draws[round] * samplesBefore[block * roundCount + round] }
            return total
        }
        var (low, high) = (0, samplesBefore.count / max(roundCount, 1) - 1)
        let count = drawn(before: max(high, 0))
        guard count > 0 else { return .nan }
        // The last block before which there are no more than the samples below the middle.
        let below = (count - 1) / 2
        while high - low > 1 {
            let middle = (low + high) / 2
            if drawn(before: middle) <= below { low = middle } else { high = middle }
        }
        var index = low * Self.block
        var passed = drawn(before: low) + draws[entries[index].round] * entries[index].count
        return Percentile.interpolate(0.5, count: count) { position in
            while passed <= position {
                index += 1
                passed += draws[entries[index].round] * entries[index].count
            }
            return entries[index].value
        }
    }
}
