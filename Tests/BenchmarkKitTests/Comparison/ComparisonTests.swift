import Testing

@testable import BenchmarkKit

@Suite("A comparison")
struct ComparisonTests {
    private func verdict(
        _ base: [Double], _ candidate: [Double], metric: MetricDefinition = FakeSuite.time, arePaired: Bool = true,
        alone: Bool = true
    ) throws -> MetricComparison {
        let fixture = PairFixture(
            cases: [.init(metric: metric, base: base, candidate: candidate)], arePaired: arePaired)
        return try #require(try Comparison(base: fixture.base, candidate: fixture.candidate).metrics.first)
    }
    private let steady = PairFixture.steady(1_000)

    @Test("says slower and faster where the change is significant and large, by the metric's direction")
    func verdicts() throws {
        let slower = try verdict(steady, steady.map { $0 * 1.1 })
        #expect(slower.verdict == .slower)
        #expect(abs(slower.ratio! - 1.1) < 1e-9 && slower.correctedPValue! < 0.001)
        #expect(try verdict(steady, steady.map { $0 / 1.1 }).verdict == .faster)
        let higher = MetricDefinition("rate", unit: "ops/s", better: .higher)
        #expect(try verdict(steady, steady.map { $0 * 1.1 }, metric: higher).verdict == .faster)
        #expect(try verdict(steady, steady.map { $0 / 1.1 }, metric: higher).verdict == .slower)
    }

    @Test("a significant change below the threshold is no verdict but 'same'")
    func threshold() throws {
        let small = try verdict(steady, steady.map { $0 * 1.02 })
        #expect(small.correctedPValue! < 0.001 && small.verdict == .same)
        #expect(try verdict(steady, steady.map { $0 * 1.0299 }).verdict == .same)
        #expect(try verdict(steady, steady.map { $0 * 1.0301 }).verdict == .slower)
    }

    @Test("what is neither significant nor within the threshold is inconclusive")
    func inconclusive() throws {
        let scattered = (0..<12).map { 1_000 * ($0 % 2 == 0 ? 1.2 : 0.85) }
        #expect(try verdict(Array(repeating: 1_000, count: 12), scattered).verdict == .inconclusive)
    }

    @Test("fewer than six rounds give no verdict, however large the change")
    func fewRounds() throws {
        let five = Array(steady.prefix(5))
        let few = try verdict(five, five.map { $0 * 3 })
        #expect(few.verdict == .inconclusive && few.reason == "fewer than 6 rounds" && few.correctedPValue == nil)
        let six = Array(steady.prefix(6))
        #expect(try verdict(six, six.map { $0 * 3 }).verdict == .slower)
    }

    @Test("below 20 ns an operation a change must also be 2 ns")
    func smallFigures() throws {
        let ten = PairFixture.steady(10)
        #expect(try verdict(ten, ten.map { $0 * 1.15 }).verdict == .inconclusive)
        #expect(try verdict(ten, ten.map { $0 * 1.21 }).verdict == .slower)
        let thirty = PairFixture.steady(30)
        #expect(try verdict(thirty, thirty.map { $0 * 1.05 }).verdict == .slower)
    }

    @Test("allocations are compared exactly, by half a percent, with a single round too")
    func exact() throws {
        let allocations = MetricDefinition("allocations", unit: "count")
        #expect(try verdict([5], [5.02], metric: allocations).verdict == .same)
        #expect(try verdict([5], [5.03], metric: allocations).verdict == .slower)
        #expect(try verdict([5], [4], metric: allocations).verdict == .faster)
        #expect(try verdict([0], [1], metric: allocations).verdict == .slower)
        #expect(try verdict([5], [6], metric: allocations, arePaired: false).verdict == .slower)
    }

    @Test("the verdicts are corrected for all that was tested")
    func family() throws {
        // p = 2/64 alone is below 5 %, and beside one that differs otherwise it is not.
        let six = Array(steady.prefix(6))
        let one = PairFixture.Case(name: "fake/a/x=1", base: six, candidate: six.map { $0 * 1.2 })
        let other = PairFixture.Case(
            name: "fake/b/x=1", base: six, candidate: six.enumerated().map { $1 * ($0 % 2 == 0 ? 1.2 : 1 / 1.2) })
        let fixture = PairFixture(cases: [one, other])
        let comparison = try Comparison(base: fixture.base, candidate: fixture.candidate)
        #expect(comparison.metrics.map(\.verdict) == [.inconclusive, .inconclusive])
        let corrected = try #require(comparison.metrics.first { $0.caseName == "fake/a/x=1" }?.correctedPValue)
        #expect(corrected == 4.0 / 64)
    }

    @Test("rounds are compared with their neighbours: what both share cancels")
    func pairing() throws {
        // The machine doubles its speed again and again; the candidate is always 5 % slower.
        let drift = (0..<20).map { 1_000 * ($0 % 3 == 0 ? 2.0 : 1) }
        let paired = try verdict(drift, drift.map { $0 * 1.05 })
        #expect(paired.verdict == .slower && abs(paired.ratio! - 1.05) < 1e-9)
    }

    @Test("two runs that were not measured in turns get a ratio, an interval, no verdict, and a loud remark")
    func unpaired() throws {
        let fixture = PairFixture(
            cases: [.init(base: steady, candidate: steady.map { $0 * 2 })], arePaired: false)
        let comparison = try Comparison(base: fixture.base, candidate: fixture.candidate)
        let metric = try #require(comparison.metrics.first)
        #expect(metric.verdict == .inconclusive && metric.reason == "not measured in turns")
        #expect(abs(metric.ratio! - 2) < 0.001 && metric.interval!.low < 2 && metric.interval!.high > 2)
        #expect(comparison.differences.contains { $0.contains("not measured in turns") })
    }

    @Test("folders of two pairs are not paired, nor is one with itself")
    func otherPair() throws {
        let fixture = PairFixture(cases: [.init(base: steady, candidate: steady)])
        let other = fixture.run(.candidate, [("fake/serial/backlog=10", FakeSuite.time, steady, .ok)]) {
            $0.pair?.id = "another"
        }
        #expect(try Comparison(base: fixture.base, candidate: fixture.candidate).arePaired)
        #expect(try !Comparison(base: fixture.base, candidate: other).arePaired)
        #expect(try !Comparison(base: fixture.base, candidate: fixture.base).arePaired)
    }

    @Test("a difference of the machine, the allocator or a version is said")
    func differences() throws {
        let fixture = PairFixture(cases: [.init(base: steady, candidate: steady)])
        let other = fixture.run(.candidate, [("fake/serial/backlog=10", FakeSuite.time, steady, .ok)]) {
            $0.host = "elsewhere"
            $0.allocator = AllocatorIdentity(name: "glibc", version: "2.36")
            $0.tool = "bench 10"
            $0.swiftVersion = "6.4"
            $0.optimisation = "debug"
            $0.cpuCount = 8
        }
        let differences = try Comparison(base: fixture.base, candidate: other).differences.joined(separator: "\n")
        for word in ["elsewhere", "glibc", "bench 10", "6.4", "debug", "8"] { #expect(differences.contains(word)) }
        #expect(try Comparison(base: fixture.base, candidate: fixture.candidate).differences.isEmpty)
    }

    @Test("cases of one side are listed, and those that broke come with their reason")
    func oneSided() throws {
        let fixture = PairFixture(cases: [])
        let base = fixture.run(
            .base,
            [
                ("fake/a/x=1", FakeSuite.time, steady, .ok), ("fake/b/x=1", FakeSuite.time, steady, .ok),
                ("fake/c/x=1", FakeSuite.time, steady, .ok),
            ])
        let candidate = fixture.run(
            .candidate,
            [
                ("fake/a/x=1", FakeSuite.time, steady, .ok), ("fake/c/x=1", FakeSuite.time, steady, .invalid("order")),
                ("fake/d/x=1", FakeSuite.time, steady, .failed("crash")),
            ])
        let comparison = try Comparison(base: base, candidate: candidate)
        #expect(comparison.metrics.map(\.caseName) == ["fake/a/x=1"])
        #expect(comparison.onlyInBase == ["fake/b/x=1"] && comparison.onlyInCandidate == ["fake/d/x=1"])
        #expect(comparison.broken.map(\.caseName) == ["fake/c/x=1", "fake/d/x=1"])
        let text = ComparisonTable(comparison: comparison).text
        for part in ["only in base: fake/b/x=1", "only in candidate: fake/d/x=1", "invalid: order", "failed: crash"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("the most important comes first: the slowest, then the fastest, then the undecided, then the same")
    func order() throws {
        let factors = [("a", 1.0), ("b", 1.1), ("c", 0.5), ("d", 1.5)]
        var cases = factors.map { name, factor in
            PairFixture.Case(name: "fake/\(name)/x=1", base: steady, candidate: steady.map { $0 * factor })
        }
        let scattered = steady.indices.map { 1_000 * ($0 % 2 == 0 ? 1.2 : 0.85) }
        cases.append(.init(name: "fake/e/x=1", base: steady, candidate: scattered))
        let fixture = PairFixture(cases: cases)
        let comparison = try Comparison(base: fixture.base, candidate: fixture.candidate)
        #expect(comparison.metrics.map { $0.caseName.split(separator: "/")[1] } == ["d", "b", "c", "e", "a"])
    }
}
