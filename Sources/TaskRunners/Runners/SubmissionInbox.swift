/// Where submissions to a busy serial runner wait until the scheduler is told of them.
///
/// A submission to a serial runner that is busy anyway has nothing to ask of the scheduler. It is left here, under a
/// lock that the runner takes only when it has run dry, so that the submitter and the operations' ends do not take one
/// another's lock and memory at each step.
struct SubmissionInbox: ~Copyable {
    /// Whether an operation runs at whose end the runner will look in here.
    var isOpen = false
    /// In the order of submission.
    var records = TrivialVector<RecordPool.Record>()
    var pool = RecordPool()

    /// Leaves a new operation here; `nil` where it must go to the scheduler itself.
    @inline(__always)
    mutating func add(name: String?, keepsPlace: Bool, now: UInt64) -> RecordPool.Record? {
        guard isOpen else { return nil }
        let record = pool.take()
        record.pointee.reset(name: name, submitted: now, keepsPlace: keepsPlace)
        records.append(record)
        return record
    }
}
