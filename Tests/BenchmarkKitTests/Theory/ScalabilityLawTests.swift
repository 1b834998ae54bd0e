import Testing

@testable import BenchmarkKit

struct ScalabilityLawTests {
    private static let workers: [Double] = [1, 2, 4, 8, 16, 32, 64]

    private func points(_ law: (Double) -> Double) -> [(workers: Double, throughput: Double)] {
        Self.workers.map { ($0, law($0)) }
    }

    @Test(arguments: [(0.0, 0.0), (0.05, 0.0), (0.0, 0.001), (0.02, 0.0005), (1.0, 0.0)])
    func `The law that made the points is found again`(sigma: Double, kappa: Double) throws {
        let law = try #require(
            ScalabilityLaw(fitting: points { 1_000 * $0 / (1 + sigma * ($0 - 1) + kappa * $0 * ($0 - 1)) }))
        #expect(abs(law.lambda - 1_000) < 1e-6)
        #expect(abs(law.sigma - sigma) < 1e-9)
        #expect(abs(law.kappa - kappa) < 1e-9)
        #expect(law.error < 1e-9)
        #expect(abs(law.throughput(10) - 10_000 / (1 + sigma * 9 + kappa * 90)) < 1e-6)
    }

    /// NumPy 2.4.6: `numpy.linalg.lstsq` of the rows (1, N − 1, N(N − 1)) · X / N to ones.
    @Test func `Points that follow no law are fitted as NumPy fits them`() throws {
        let throughputs = [955.16, 1878.91, 3548.68, 6531.08, 9897.24, 11000.0, 9000.0]
        let law = try #require(
            ScalabilityLaw(fitting: zip(Self.workers, throughputs).map { (workers: $0, throughput: $1) }))
        #expect(abs(law.lambda - 958.9458900400106) < 1e-6)
        #expect(abs(law.sigma - 0.018598071351308806) < 1e-9)
        #expect(abs(law.kappa - 0.0011678721927354425) < 1e-12)
        #expect(abs(law.error - 0.011601218397205912) < 1e-9)
    }

    @Test func `The knee is where the throughput is highest`() throws {
        let law = try #require(ScalabilityLaw(fitting: points { $0 / (1 + 0.02 * ($0 - 1) + 0.0005 * $0 * ($0 - 1)) }))
        // √(0.98 / 0.0005)
        #expect(abs(law.knee(most: 1_000) - 44.271887242357) < 1e-6)
        #expect(law.throughput(44) > law.throughput(42) && law.throughput(44.27) > law.throughput(47))
        #expect(law.knee(most: 16) == 16)
    }

    @Test func `Nothing is below zero, though the points scale better than any law`() throws {
        let law = try #require(ScalabilityLaw(fitting: points { $0 * $0 }))
        #expect(law.sigma >= 0 && law.kappa >= 0 && law.lambda > 0)
        #expect(law.error > 0.1)
    }

    @Test func `Fewer than three limits, or a throughput of zero, have no fit`() {
        #expect(ScalabilityLaw(fitting: [(1, 10), (2, 20), (2, 21)]) == nil)
        #expect(ScalabilityLaw(fitting: [(1, 10), (2, 0), (4, 21)]) == nil)
    }
}
