extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Transforms every element, at most `limit` at a time, and returns the results in the order of the elements.
    ///
    /// Elements are begun in order, as they come, each in a child task of the caller's; the next one is asked for only
    /// once there is room for it. The first error, the sequence's own included, cancels the rest and is thrown once they
    /// have ended, also while the sequence is waiting for its next element. The caller's cancellation reaches every child.
    ///
    /// - Parameters:
    ///   - limit: How many elements are in work at once, at least 1.
    ///   - isolation: Where the elements are taken and the results put together: the caller's actor.
    ///   - transform: What is done with each element. Runs off the caller's actor.
    /// - Complexity: O(elements) time and memory.
    /// - Throws: The first error that `transform` or the sequence throws; `CancellationError` where elements were left out.
    @inlinable
    public func concurrentMap<Output: Sendable>(
        limit: Int, isolation: isolated (any Actor)? = #isolation,
        _ transform: @escaping @Sendable (Element) async throws -> Output
    ) async throws -> [Output] {
        var results: [Output?] = []
        try await fanOut(limit: limit, isolation: isolation) { element, index in
            if index >= results.count { results.append(nil) }
            return { (index, try await transform(element)) }
        } gather: { (result: (index: Int, output: Output)) in
            results[result.index] = result.output
        }
        return results.map { $0! }
    }

    /// Calls `body` with every element, at most `limit` at a time.
    ///
    /// As ``concurrentMap(limit:isolation:_:)``, but for the results.
    ///
    /// - Parameters:
    ///   - limit: How many elements are in work at once, at least 1.
    ///   - isolation: Where the elements are taken and the results put together: the caller's actor.
    ///   - body: What is done with each element. Runs off the caller's actor.
    /// - Complexity: O(elements) time, O(limit) memory.
    /// - Throws: The first error that `body` or the sequence throws; `CancellationError` where elements were left out.
    @inlinable
    public func concurrentForEach(
        limit: Int, isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await fanOut(limit: limit, isolation: isolation) { element, _ in
            { try await body(element) }
        } gather: { (_: Void) in
        }
    }

    /// As the sequences' own. The next element is waited for in a child as well, so that an error is noticed meanwhile.
    @inlinable
    func fanOut<Output: Sendable>(
        limit: Int, isolation: isolated (any Actor)?, work: (Element, Int) -> @Sendable () async throws -> Output,
        gather: (Output) -> Void
    ) async throws {
        precondition(limit >= 1, "the limit of a concurrent map or for-each must be at least 1, but is \(limit)")
        try await withThrowingTaskGroup(of: FanOutEvent<Element, Output>.self) { group in
            // Not isolated to the caller's actor unless it captures it.
            _ = isolation
            let iterator = SharedIterator(makeAsyncIterator())
            var running = 0
            var index = 0
            var isWaiting = false
            var isAtEnd = false
            while true {
                if !isAtEnd, !isWaiting, running < limit {
                    try Task.checkCancellation()
                    group.addTask { .arrived(try await iterator.next()) }
                    isWaiting = true
                }
                switch try await group.next() {
                case .arrived(let element):
                    isWaiting = false
                    // Also at the end: a stream whose reader is cancelled ends as if it were complete.
                    try Task.checkCancellation()
                    guard let element else {
                        isAtEnd = true
                        continue
                    }
                    let work = work(element, index)
                    group.addTask { .done(try await work()) }
                    running += 1
                    index += 1
                case .done(let output):
                    gather(output)
                    running -= 1
                case nil: return
                }
            }
        }
    }
}

@usableFromInline
enum FanOutEvent<Element: Sendable, Output: Sendable>: Sendable {
    /// `nil` at the sequence's end.
    case arrived(Element?)
    case done(Output)
}

/// An iterator that one child after the other uses, each only after the one before has ended.
@usableFromInline
final class SharedIterator<Base: AsyncIteratorProtocol>: @unchecked Sendable {
    @usableFromInline var base: Base

    @inlinable
    init(_ base: Base) {
        self.base = base
    }

    @inlinable
    func next() async throws -> Base.Element? { try await base.next() }
}
