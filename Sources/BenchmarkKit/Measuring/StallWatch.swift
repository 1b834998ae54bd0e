import Foundation
import Synchronization

/// Notices batches in which nothing happens any more: an implementation that loses an operation and returns no handle
/// would otherwise be waited for without end.
final class StallWatch: Sendable {
    static let shared = StallWatch(patience: 10)

    private struct Watched {
        let batch: OperationBatch
        var ended: Int
        var quietSince: UInt64
    }

    private let watched = Mutex<[ObjectIdentifier: Watched]>([:])
    private let isStarted = Atomic<Bool>(false)
    private let patience: Double

    /// - Parameter patience: Seconds without any operation's end after which a batch is given up.
    init(patience: Double) {
        self.patience = patience
    }

    func add(_ batch: OperationBatch) {
        watched.withLock {
            $0[ObjectIdentifier(batch)] = Watched(
                batch: batch, ended: batch.endedCount, quietSince: MonotonicClock.nanoseconds())
        }
        if !isStarted.exchange(true, ordering: .relaxed) { start() }
    }

    func remove(_ batch: OperationBatch) { watched.withLock { $0[ObjectIdentifier(batch)] = nil } }

    // A thread, since the runners under test may well use up all of the others.
    private func start() {
        let thread = Thread { [self] in
            while true {
                Thread.sleep(forTimeInterval: patience / 10)
                for batch in stalled() { batch.giveUp() }
            }
        }
        thread.name = "stall watch"
        thread.start()
    }

    /// Forgets and returns the batches in which nothing has happened for too long.
    func stalled() -> [OperationBatch] {
        watched.withLock { watched in
            // Under the lock: a batch that was added while this waited for it would be younger than now.
            let now = MonotonicClock.nanoseconds()
            var stalled: [OperationBatch] = []
            for key in watched.keys {
                guard var entry = watched[key] else { continue }
                let ended = entry.batch.endedCount
                if ended != entry.ended {
                    entry.ended = ended
                    entry.quietSince = now
                    watched[key] = entry
                } else if Double(now - entry.quietSince) / 1e9 >= patience {
                    watched[key] = nil
                    stalled.append(entry.batch)
                }
            }
            return stalled
        }
    }
}
