/// A queue of operations that can be cancelled, as the cancellation suite sees it.
///
/// The suite makes a new instance for each sample. It keeps the queue busy with one operation, so that all others wait.
public protocol CancellationImplementation: Sendable, SendableMetatype {
    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// Whether what is submitted waits for what was submitted before: `false` for a reference without a queue, whose
    /// operations are told to wait by themselves.
    static var hasQueue: Bool { get }
    /// Whether `replaceAll(_:)` is there.
    static var canReplaceAll: Bool { get }

    /// A new, idle one.
    init()

    /// Submits an operation, whose task is its handle.
    func submit(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error>

    /// Cancels all that was submitted, queued or running, and submits an operation, in one step.
    func replaceAll(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error>
}

extension CancellationImplementation {
    /// Not there.
    public func replaceAll(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        preconditionFailure("\(Self.name) declares canReplaceAll without implementing replaceAll(_:)")
    }
}
