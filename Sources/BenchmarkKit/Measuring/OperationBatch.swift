import Synchronization

/// The operations of one sample from one producer, and the checks that they make of the contract as they run.
///
/// An operation costs two atomic read-modify-writes beside its body, whatever its implementation promises (three where
/// it keeps order without excluding), so that a promise does not cost its implementation the comparison.
public final class OperationBatch: Sendable {
    /// How many operations there are.
    public let count: Int
    /// What each does.
    public let body: OperationBody
    private let capabilities: ImplementationCapabilities
    private let exclusion: ExclusionCheck
    /// The index of the latest operation that started.
    private let latest = Atomic<Int>(-1)
    private let ended = Atomic<Int>(0)
    private let sumOfEnded = Atomic<Int>(0)
    private let violation = Mutex<ContractViolation?>(nil)
    private let waiter = Mutex<(isDone: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))

    /// - Parameters:
    ///   - count: How many operations there are.
    ///   - body: What each does.
    ///   - capabilities: What the implementation promises.
    ///   - exclusion: Shared by all producers of one implementation.
    public init(
        count: Int, body: OperationBody, capabilities: ImplementationCapabilities, exclusion: ExclusionCheck
    ) {
        self.count = count
        self.body = body
        self.capabilities = capabilities
        self.exclusion = exclusion
    }

    /// The operation at `index`, with nothing to do.
    public func run(_ index: Int) {
        begin(index)
        end(index)
    }

    /// The operation at `index`, doing `work`.
    public func run(_ index: Int, _ work: () -> Void) {
        begin(index)
        work()
        end(index)
    }

    /// The operation at `index`, doing `work`, which may suspend.
    public func run(_ index: Int, _ work: () async -> Void) async {
        begin(index)
        await work()
        end(index)
    }

    @inline(__always)
    private func begin(_ index: Int) {
        if capabilities.contains(.isExclusive), !exclusion.enter() {
            report("operations overlapped: #\(index) started while another ran")
        }
        guard capabilities.contains(.keepsOrder) else { return }
        let previous: Int
        if capabilities.contains(.isExclusive) {
            // Nobody else is inside, or that has been reported.
            previous = latest.load(ordering: .relaxed)
            latest.store(index, ordering: .relaxed)
        } else {
            previous = latest.exchange(index, ordering: .relaxed)
        }
        if previous + 1 != index {
            report("order: #\(index) started right after \(previous < 0 ? "the beginning" : "#\(previous)")")
        }
    }

    @inline(__always)
    private func end(_ index: Int) {
        if capabilities.contains(.isExclusive) { exclusion.leave() }
        // Where each start is checked against the one before, the sum would say nothing new.
        if !capabilities.contains(.keepsOrder) { sumOfEnded.add(index, ordering: .relaxed) }
        if ended.add(1, ordering: .acquiringAndReleasing).newValue == count { wake() }
    }

    /// Returns once as many operations as the batch has were run, or no further one ends for ten seconds: then some are
    /// lost, as ``check()`` says.
    public func waitForAll() async { await waitForAll(.shared) }

    func waitForAll(_ watch: StallWatch) async {
        watch.add(self)
        defer { watch.remove(self) }
        await waitUnwatched()
    }

    /// As ``waitForAll()``, where the caller has told the watch outside of what it measures.
    func waitUnwatched() async {
        if ended.load(ordering: .acquiring) >= count { return }
        await withCheckedContinuation { continuation in
            let isDone = waiter.withLock { state in
                if !state.isDone { state.continuation = continuation }
                return state.isDone
            }
            if isDone { continuation.resume() }
        }
    }

    /// Ends the wait though operations are missing.
    func giveUp() { wake() }

    /// How many runs have ended.
    var endedCount: Int { ended.load(ordering: .acquiring) }

    /// - Throws: `ContractViolation`, the first line broken. Call after all operations should have ended.
    public func check() throws {
        if let violation = violation.withLock({ $0 }) { throw violation }
        let ended = ended.load(ordering: .acquiring)
        if ended < count { throw ContractViolation("lost: \(ended) of \(count) operations ran") }
        let isEachOnce =
            capabilities.contains(.keepsOrder) || sumOfEnded.load(ordering: .relaxed) == count * (count - 1) / 2
        if ended > count || !isEachOnce {
            throw ContractViolation("run twice: \(ended) runs of \(count) operations, not each exactly once")
        }
    }

    private func wake() {
        let continuation = waiter.withLock { state in
            state.isDone = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    private func report(_ line: String) {
        violation.withLock { if $0 == nil { $0 = ContractViolation(line) } }
    }
}

/// Notices two operations inside at once.
public final class ExclusionCheck: Sendable {
    private let inside = Atomic<Bool>(false)

    /// Nobody is inside.
    public init() {}

    /// Whether nobody else was inside.
    @inline(__always)
    func enter() -> Bool { !inside.exchange(true, ordering: .acquiring) }
    @inline(__always)
    func leave() { inside.store(false, ordering: .releasing) }
}
