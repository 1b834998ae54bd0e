import Dispatch

/// Tells whether code runs on the main actor.
///
/// Under `swift test` on Linux the main actor does not run on the process's first thread, so the queue is marked
/// instead of asking for the thread.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
