import Testing

@testable import BenchmarkKit

/// Keeps no keys, and runs each operation in a task.
private struct PlainStore: StoreImplementation {
    static let name = "plain"
    static let behaviors = Set(StoreBehavior.allCases)
    static let keepsKeys = false
    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        Task {
            _ = isolation
            operation()
        }
    }
    func count(isolation: isolated any Actor) -> Int { 0 }
}

/// Claims to replace, and runs what it replaced as well.
private struct ForgetfulStore: StoreImplementation {
    static let name = "forgetful"
    static let behaviors: Set<StoreBehavior> = [.cancelPrevious]
    static let keepsKeys = true
    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> { PlainStore().add(key, behavior, isolation: isolation, operation: operation) }
    func count(isolation: isolated any Actor) -> Int { 0 }
}

/// Keeps an entry of an ended task.
private struct HoardingStore: StoreImplementation {
    static let name = "hoarding"
    static let behaviors: Set<StoreBehavior> = [.wait]
    static let keepsKeys = true
    func add(
        _ key: Int, _ behavior: StoreBehavior, isolation: isolated any Actor, operation: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> { PlainStore().add(key, behavior, isolation: isolation, operation: operation) }
    func count(isolation: isolated any Actor) -> Int { 1 }
}

struct StoreSuiteTests {
    private let systemUnderTest = StoreSuite([PlainStore.self, ForgetfulStore.self, HoardingStore.self])
    private let context = RoundContext(round: 0, isWarmUp: false, seed: 1, seconds: 0)

    private func planned(_ implementation: String, _ behavior: StoreBehavior) throws -> PlannedCase {
        try #require(
            systemUnderTest.cases(SuiteOptions(profile: .tiny)).first {
                $0.benchmarkCase.implementation == implementation && $0.benchmarkCase["behavior"] == behavior.rawValue
            })
    }

    @Test(arguments: StoreBehavior.allCases)
    func `A round has an operation's time, and the adding alone`(behavior: StoreBehavior) async throws {
        let metrics = try await planned("plain", behavior).measure(context)
        #expect(metrics.map(\.metric.name) == ["operation_time", "add_time"])
    }

    @Test func `A replaced operation that runs is a broken contract`() async throws {
        await #expect(throws: ContractViolation("cancel-previous: 10 runs of 1 operations")) {
            try await planned("forgetful", .cancelPrevious).measure(context)
        }
    }

    @Test func `An entry that is left is a broken contract`() async throws {
        await #expect(throws: ContractViolation("an ended task leaves no entry: 1 are left")) {
            try await planned("hoarding", .wait).measure(context)
        }
    }

    @Test func `A behaviour that an implementation lacks is skipped, and says so`() throws {
        #expect(try planned("forgetful", .wait).skipReason == "has no such behaviour")
        #expect(try planned("plain", .wait).skipReason == nil)
    }
}
