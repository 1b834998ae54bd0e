import Foundation
import Synchronization
import TestSupport
import Testing

/// How often each race is run, and in what portions.
enum Races {
    /// Set by the environment variable `TASK_RUNNERS_RACES`; 100,000 without it.
    static let count =
        ProcessInfo.processInfo.environment["TASK_RUNNERS_RACES"].flatMap { Int($0) } ?? 100_000
    static let batch = 100

    static func inBatches(_ body: (_ batch: Int, _ random: inout SplitMix64) async throws -> Void) async rethrows {
        for number in 0..<max(1, count / batch) {
            var random = SplitMix64(seed: UInt64(number))
            try await body(number, &random)
        }
    }
}

/// A resource that one writer, or any readers, may use at a time; notices when that is not so.
final class Resource: Sendable {
    private let readers = Atomic<Int>(0)
    private let writers = Atomic<Int>(0)
    private let violations = Atomic<Int>(0)

    var isIntact: Bool {
        violations.load(ordering: .sequentiallyConsistent) == 0
            && readers.load(ordering: .sequentiallyConsistent) == 0
            && writers.load(ordering: .sequentiallyConsistent) == 0
    }

    func use(writing: Bool, _ body: () async -> Void = {}) async {
        enter(writing: writing)
        await body()
        leave(writing: writing)
    }

    private func enter(writing: Bool) {
        let own = writing ? 1 : 0
        let writersNow =
            writing
            ? writers.add(1, ordering: .sequentiallyConsistent).newValue
            : writers.load(ordering: .sequentiallyConsistent)
        if !writing { readers.add(1, ordering: .sequentiallyConsistent) }
        if writersNow != own || (writing && readers.load(ordering: .sequentiallyConsistent) != 0) {
            violations.add(1, ordering: .sequentiallyConsistent)
        }
    }

    private func leave(writing: Bool) {
        if writing {
            writers.subtract(1, ordering: .sequentiallyConsistent)
        } else {
            readers.subtract(1, ordering: .sequentiallyConsistent)
        }
    }
}

/// An operation that may be cancelled at any moment: it must run whole, or throw without having started.
final class Racer: Sendable {
    private let starts = Atomic<Int>(0)
    private let ends = Atomic<Int>(0)
    let resource: Resource
    let writing: Bool

    init(_ resource: Resource, writing: Bool = true) {
        self.resource = resource
        self.writing = writing
    }

    var timesStarted: Int { starts.load(ordering: .sequentiallyConsistent) }

    func run(_ body: () async -> Void = {}) async {
        starts.add(1, ordering: .sequentiallyConsistent)
        await resource.use(writing: writing, body)
        ends.add(1, ordering: .sequentiallyConsistent)
    }

    /// Awaits the operation's task, and checks that what it says is what happened.
    func check(_ task: Task<Void, any Error>) async -> Bool {
        let result = await task.result
        let expected: Int
        switch result {
        case .success: expected = 1
        case .failure(is CancellationError): expected = 0
        case .failure: return false
        }
        return timesStarted == expected && ends.load(ordering: .sequentiallyConsistent) == expected
    }
}
