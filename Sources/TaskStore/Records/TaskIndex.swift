/// The current task of each key. Touched on the store's actor only, to which its tasks return before they end.
@usableFromInline
final class TaskIndex<Key: Hashable & Sendable>: @unchecked Sendable {
    @usableFromInline var records: [Key: TaskRecord] = [:]
    @usableFromInline let ledger = TaskLedger()
    @usableFromInline let changes = StoreChanges()

    @inlinable
    init() {}

    /// Makes a new record the key's current one. Cancels the previous task where `behavior` says so.
    ///
    /// - Returns: The record, whose task is to be created, and that of the task which it replaced.
    @inlinable
    func replace(
        _ key: Key, _ behavior: TaskStoreDuplicateKeyBehavior
    ) -> (record: TaskRecord, replaced: TaskRecord?) {
        let record = TaskRecord()
        let replaced = changes.mutate { records.updateValue(record, forKey: key) }
        if let replaced, behavior.cancelsPrevious { ledger.cancel(replaced) }
        return (record, replaced)
    }

    /// The task of `record` is about to end: it leaves nothing.
    @inlinable
    func end(_ record: TaskRecord, _ key: Key, on isolation: isolated any Actor) {
        if let entry = records.index(forKey: key), records[entry].value === record {
            _ = changes.mutate { records.remove(at: entry) }
        }
        ledger.end(record)
    }
}
