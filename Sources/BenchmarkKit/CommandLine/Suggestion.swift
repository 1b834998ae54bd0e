/// 'Did you mean': the name that a mistyped one is closest to.
enum Suggestion {
    /// - Returns: the nearest by edit distance, the first of equally near ones; `nil` where more than a third of the
    ///   letters, and more than one, would have to change.
    static func nearest(to name: String, among known: [String]) -> String? {
        let allowed = max(1, name.count / 3)
        let scored = known.map { (name: $0, distance: distance(name, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= allowed else { return nil }
        return best.name
    }

    /// Levenshtein's: letters inserted, removed or replaced; two neighbours swapped count once (the restricted form
    /// of Damerau). O(n · m).
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
        for i in 0...a.count { table[i][0] = i }
        for j in 0...b.count { table[0][j] = j }
        for i in 1..<(a.count + 1) {
            for j in 1..<(b.count + 1) {
                let replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, replaced)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[a.count][b.count]
    }
}
