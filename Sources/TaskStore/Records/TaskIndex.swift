/// The current task of each key. Touched on the store's actor only, to which its tasks return before they end.
@usableFromInline
final class TaskIndex<Key: Hashable & Sendable>: @unchecked Sendable {
    @usableFromInline var records: [Key: TaskRecord] = [:]
    @usableFromInline let ledger = TaskLedger()
    @usableFromInline let changes = StoreChanges()

    @inlinable
    init() {}

    /// Adds a task to be created.
    ///
    /// - Returns: Its record, and that of the task which it replaced.
    @inlinable
    func add(
        _ key: Key, _ behavior: TaskStoreDuplicateKeyBehavior
    ) -> (record: TaskRecord, replaced: TaskRecord?) {
        changes.willChange()
        defer { changes.didChange() }
        let replaced = records[key]
        let record = ledger.add(replacing: replaced, cancels: behavior.cancelsPrevious)
        records[key] = record
        return (record, replaced)
    }

    /// The task of `record` is about to end: it leaves nothing.
    @inlinable
    func end(_ record: TaskRecord, _ key: Key, on isolation: isolated any Actor) {
        if let entry = records.index(forKey: key), records[entry].value === record {
            changes.willChange()
            records.remove(at: entry)
            changes.didChange()
        }
        ledger.end(record)
    }
}
