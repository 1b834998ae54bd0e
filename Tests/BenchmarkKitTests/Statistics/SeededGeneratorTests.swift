import Testing

@testable import BenchmarkKit

@Suite("The seeded generator")
struct SeededGeneratorTests {
    /// By a program of their own in Python, written from the authors' reference code in C.
    @Test(
        "gives the numbers of the reference implementation",
        arguments: [
            (0, [0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0, 0x6AA5_94F1_262D_2D2C]),
            (42, [0x1578_0B2E_0C2E_C716, 0x6104_D986_6D11_3A7E, 0xAE17_5332_39E4_99A1, 0xECB8_AD47_03B3_60A1]),
        ] as [(UInt64, [UInt64])])
    func reference(seed: UInt64, expected: [UInt64]) {
        var generator = SeededGenerator(seed: seed)
        #expect((0..<4).map { _ in generator.next() } == expected)
    }

    @Test("uniform numbers fill [0, 1) evenly")
    func uniform() {
        var generator = SeededGenerator(seed: 9)
        var tenths = [Int](repeating: 0, count: 10)
        for _ in 0..<10_000 {
            let number = generator.uniform()
            #expect(number >= 0 && number < 1)
            tenths[Int(number * 10)] += 1
        }
        // Five standard deviations of a binomial share.
        for count in tenths { #expect(abs(count - 1_000) < 150) }
    }
}
