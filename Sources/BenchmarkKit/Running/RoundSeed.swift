/// Seeds of a round: they depend on the run's seed, the suite, the parameters and the round, and never on the
/// implementation, so that all implementations of a round see the same schedule.
enum RoundSeed {
    /// - Parameter round: negative for warm-up windows.
    static func schedule(run: UInt64, group: CaseGroup, round: Int) -> UInt64 {
        mixed([run, hash("\(group.suite)/\(group.parameters)"), UInt64(bitPattern: Int64(round)), 1])
    }

    /// For the order in which the implementations of the round take their turns.
    static func order(run: UInt64, group: CaseGroup, round: Int) -> UInt64 {
        mixed([run, hash("\(group.suite)/\(group.parameters)"), UInt64(bitPattern: Int64(round)), 2])
    }

    private static func mixed(_ parts: [UInt64]) -> UInt64 {
        parts.reduce(0) { SeededGenerator.mix($0 &+ 0x9E37_79B9_7F4A_7C15 ^ $1) }
    }

    /// FNV-1a, 64 bits: the same in every process, unlike `Hasher`.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
