/// Deterministic random numbers: the same seed gives the same sequence on every machine.
///
/// xoshiro256** with its state filled by SplitMix64, as its authors advise (Blackman and Vigna, "Scrambled linear
/// pseudorandom number generators", ACM TOMS 47(4), 2021). Not for cryptography.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// The same numbers for the same seed.
    public init(seed: UInt64) {
        var seed = seed
        func next() -> UInt64 {
            seed &+= 0x9E37_79B9_7F4A_7C15
            return Self.mix(seed)
        }
        state = (next(), next(), next(), next())
    }

    /// SplitMix64's finaliser: spreads a seed over all bits, so that derived seeds are unrelated.
    public static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    public mutating func next() -> UInt64 {
        let result = Self.rotate(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, 45)
        return result
    }

    /// Uniform in [0, 1), 53 bits.
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        (value << count) | (value >> (64 - count))
    }
}
