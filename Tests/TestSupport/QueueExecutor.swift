import Dispatch

/// Runs jobs one after the other on one queue, in the order in which they come.
package final class QueueExecutor: TaskExecutor {
    package let queue = DispatchQueue(label: "queue-executor")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
