extension Sequence where Element: Sendable {
    /// Transforms every element, at most `limit` at a time, and returns the results in the order of the elements.
    ///
    /// Elements are begun in order, each in a child task of the caller's. The first error cancels the rest and is thrown
    /// once they have ended. The caller's cancellation reaches every child, and no further element is begun then.
    ///
    /// The sequence is iterated on the caller's actor, a step for each child that ends: for very many elements call this
    /// from outside the main actor.
    ///
    /// - Parameters:
    ///   - limit: How many elements are in work at once, at least 1.
    ///   - isolation: Where the elements are taken and the results put together: the caller's actor.
    ///   - transform: What is done with each element. Runs off the caller's actor.
    /// - Complexity: O(elements) time and memory.
    /// - Throws: The first error that `transform` throws; `CancellationError` where elements were left out.
    @inlinable
    public func concurrentMap<Output: Sendable>(
        limit: Int, isolation: isolated (any Actor)? = #isolation,
        _ transform: @escaping @Sendable (Element) async throws -> Output
    ) async throws -> [Output] {
        var results: [Output?] = []
        results.reserveCapacity(underestimatedCount)
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
    /// - Throws: The first error that `body` throws; `CancellationError` where elements were left out.
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

    /// - Parameters:
    ///   - work: What a child does for an element, given with its index.
    ///   - gather: Called with what a child returned, in the order in which they end.
    @inlinable
    func fanOut<Output: Sendable>(
        limit: Int, isolation: isolated (any Actor)?, work: (Element, Int) -> @Sendable () async throws -> Output,
        gather: (Output) -> Void
    ) async throws {
        precondition(limit >= 1, "the limit of a concurrent map or for-each must be at least 1, but is \(limit)")
        try await withThrowingTaskGroup(of: Output.self) { group in
            // Not isolated to the caller's actor unless it captures it.
            _ = isolation
            var running = 0
            for (index, element) in enumerated() {
                if running == limit, let output = try await group.next() {
                    gather(output)
                    running -= 1
                }
                try Task.checkCancellation()
                group.addTask(operation: work(element, index))
                running += 1
            }
            while let output = try await group.next() { gather(output) }
        }
    }
}
