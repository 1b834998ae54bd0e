/// What an implementation can do and promises; the suites ask of it, and check, no more.
public struct ImplementationCapabilities: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A submission returns something that can be awaited.
    public static let hasHandle = Self(rawValue: 1)
    /// A single submission can be cancelled.
    public static let canCancel = Self(rawValue: 2)
    /// Conflicts are declared by groups.
    public static let hasGroups = Self(rawValue: 4)
    /// Never runs two of the suites' operations at once.
    public static let isExclusive = Self(rawValue: 8)
    /// Starts operations in the order of submission.
    public static let keepsOrder = Self(rawValue: 16)
    /// Runs operations that suspend, and ends one only when it has returned.
    public static let canSuspend = Self(rawValue: 32)
}

/// A runner, or whatever else takes operations, as the throughput and latency suites see it.
///
/// An adapter is a few lines: a name, what it promises, and how to submit. The suites make a new instance for each
/// round. Where `Handle` is `Void`, the suites notice the end of the last operation by themselves.
public protocol SubmissionImplementation: Sendable {
    /// What a submission returns; `Void` where that is nothing.
    associatedtype Handle: Sendable

    /// As it stands in a case's name: lower case, no spaces, commas or slashes.
    static var name: String { get }
    /// What the suites may ask of it, and check.
    static var capabilities: ImplementationCapabilities { get }

    /// A new, idle one.
    init()

    /// Hands over one operation; returns at once.
    func submit(_ operation: @escaping @Sendable () -> Void) -> Handle
    /// Hands over one operation that may suspend. Called only where ``ImplementationCapabilities/canSuspend`` is declared.
    func submit(suspending operation: @escaping @Sendable () async -> Void) -> Handle
    /// Returns once the operation has ended.
    func wait(for handle: Handle) async

    /// The timed loop of the throughput suite. A requirement so that it is compiled together with the adapter's own
    /// `submit`, and does not pay for reaching it through the protocol. Do not implement it.
    func submitAll(_ batch: OperationBatch) -> [Handle]
}

extension SubmissionImplementation {
    public func submit(suspending operation: @escaping @Sendable () async -> Void) -> Handle {
        preconditionFailure("\(Self.name) declares canSuspend without implementing submit(suspending:)")
    }

    @inlinable
    public func submitAll(_ batch: OperationBatch) -> [Handle] {
        var handles: [Handle] = []
        handles.reserveCapacity(batch.count)
        switch batch.body {
        case .empty:
            for index in 0..<batch.count {
                handles.append(submit { batch.run(index) })
            }
        case .spin(let nanoseconds):
            for index in 0..<batch.count {
                handles.append(submit { batch.run(index) { BusyLoop.spin(nanoseconds: nanoseconds) } })
            }
        case .yield:
            for index in 0..<batch.count {
                handles.append(submit(suspending: { await batch.run(index) { await Task.yield() } }))
            }
        case .sleep(let nanoseconds):
            for index in 0..<batch.count {
                handles.append(
                    submit(suspending: {
                        await batch.run(index) { try? await Task.sleep(nanoseconds: nanoseconds) }
                    }))
            }
        }
        return handles
    }
}

extension SubmissionImplementation where Handle == Void {
    /// There is nothing to wait for.
    public func wait(for handle: Void) async {}
}
