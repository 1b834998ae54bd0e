/// Decides which operations may run: read/write conflicts over groups, in order of submission, under a limit.
///
/// A plain synchronous value: it knows no tasks, locks or clocks. Operations and groups are small integers; the
/// caller submits, finishes and withdraws, and after each such step takes from ``started`` the operations that
/// may start now, earliest submitted first.
///
/// **Contract.** Two operations conflict when they share a group and at least one writes. An operation starts
/// when no earlier unfinished operation conflicts with it and fewer than ``limit`` run; among those that may
/// start, the earliest submitted does. A withdrawn operation is as if it had never been submitted, and those
/// withdrawn in one step never start one another.
///
/// **How.** Each group keeps its unfinished operations in a doubly linked queue in order of submission. A prefix
/// of that queue is *admitted*: either reads only, or a single write. An operation is ready once all its entries
/// are admitted. Removing an entry can only move the boundary forward, so each entry is passed once: submit,
/// finish and withdraw cost amortised O(groups of the operation), plus O(log n) where a limit makes ready
/// operations wait. The queue is never searched.
@usableFromInline
struct ConflictScheduler: ~Copyable {
    /// An operation's place; reused after ``release(_:)``. Tell reuse by ``sequence(of:)``.
    @usableFromInline typealias OperationID = Int32
    @usableFromInline typealias GroupID = Int32

    enum State: UInt8 {
        case free
        /// Behind an earlier conflicting operation.
        case waiting
        /// Behind no conflict, but over the limit.
        case ready
        case running
        /// Taken out of all queues; its place is kept until ``release(_:)``.
        case removed
    }

    private static let none: Int32 = -1
    /// Storage beyond this many places is given back whenever the scheduler becomes empty.
    static let retainedCapacity = 1024

    /// An entry in one group's queue. An operation's first entry also carries the operation itself, so that an
    /// operation with one group costs one slot.
    private struct Slot {
        var previous = ConflictScheduler.none
        var next = ConflictScheduler.none
        var group = ConflictScheduler.none
        var operation = ConflictScheduler.none
        /// The same operation's entry in its next group.
        var sibling = ConflictScheduler.none
        /// Entries of the operation that are not admitted yet.
        var blockers: Int32 = 0
        var sequence: UInt64 = 0
        var state = State.free
        var writes = false
        var isAdmitted = false
    }

    private struct Group {
        var head = ConflictScheduler.none
        var tail = ConflictScheduler.none
        /// Where the admitted prefix ends.
        var firstBlocked = ConflictScheduler.none
        var writeIsAdmitted = false
        var isDirty = false
    }

    let limit: Int
    private(set) var runningCount = 0
    private(set) var queuedCount = 0
    /// Operations that the steps since it was last cleared allowed to start; the caller clears it.
    var started = TrivialVector<OperationID>()

    private var slots = TrivialVector<Slot>()
    /// A stack beside the slots, not a list through them: the next place is known without touching the slot, which
    /// another core may have used last.
    private var freeSlots = TrivialVector<OperationID>()
    private var groups = TrivialVector<Group>()
    private var freeGroups = TrivialVector<GroupID>()
    private var dirtyGroups = TrivialVector<GroupID>()
    private var ready = ReadyHeap()
    private var staleReady = 0
    private var nextSequence: UInt64 = 0

    #if DEBUG
        /// Queue entries touched so far: lets a test show that no step searches a queue.
        private(set) var entriesVisited = 0
    #endif

    init(limit: Int = .max) {
        self.limit = limit
    }

    var isIdle: Bool { runningCount + queuedCount == 0 }
    /// Whether no place is taken, neither by an unfinished operation nor by one that has not been released.
    var isUnused: Bool { freeSlots.count == slots.count }
    /// One more than the highest `OperationID` that may be in use.
    var capacity: Int { slots.count }

    func state(of operation: OperationID) -> State { slots[Int(operation)].state }
    func writes(_ operation: OperationID) -> Bool { slots[Int(operation)].writes }
    /// Unique for the scheduler's life and ascending in order of submission.
    func sequence(of operation: OperationID) -> UInt64 { slots[Int(operation)].sequence }
    func isQueued(_ operation: OperationID) -> Bool {
        let state = slots[Int(operation)].state
        return state == .waiting || state == .ready
    }

    // MARK: Groups

    @usableFromInline
    mutating func addGroup() -> GroupID {
        if let reused = freeGroups.popLast() { return reused }
        groups.append(Group())
        return GroupID(groups.count - 1)
    }

    /// Gives back a group that no unfinished operation declares.
    @usableFromInline
    mutating func removeGroup(_ group: GroupID) {
        assert(isIdle(group: group), "a group in use was removed")
        freeGroups.append(group)
    }

    @usableFromInline
    func isIdle(group: GroupID) -> Bool { groups[Int(group)].head == Self.none }

    // MARK: Steps

    /// Enqueues an operation. It may start at once: look at ``state(of:)``; it is not put into ``started``.
    ///
    /// - Complexity: O(groups), amortised.
    mutating func submit(groups declared: some Sequence<GroupID>, writes: Bool) -> OperationID {
        let operation = takeSlot()
        let index = Int(operation)
        slots[index].sequence = nextSequence
        nextSequence += 1
        slots[index].writes = writes
        slots[index].operation = operation
        var blockers: Int32 = 0
        var last = Self.none
        for group in declared {
            let entry = last == Self.none ? operation : takeSlot()
            if last != Self.none { slots[Int(last)].sibling = entry }
            last = entry
            if !append(entry, of: operation, to: group, writes: writes) { blockers += 1 }
        }
        slots[index].blockers = blockers
        if blockers > 0 {
            slots[index].state = .waiting
            queuedCount += 1
        } else if runningCount < limit {
            // Whatever is ready but not running waits for the limit, so there is nothing to overtake here.
            slots[index].state = .running
            runningCount += 1
        } else {
            slots[index].state = .ready
            queuedCount += 1
            ready.push(ReadyHeap.Element(sequence: slots[index].sequence, operation: operation))
        }
        return operation
    }

    /// Ends a running operation and lets its successors start. Its place stays taken until ``release(_:)``.
    ///
    /// - Complexity: O(groups + operations started), amortised; O(log n) more each where the limit held them back.
    mutating func finish(_ operation: OperationID) {
        assert(state(of: operation) == .running, "only a running operation can finish")
        runningCount -= 1
        unlink(operation)
        slots[Int(operation)].state = .removed
        settle()
    }

    /// Takes queued operations out in one step: none of them starts, and what waited only for them does.
    /// Their places stay taken until ``release(_:)``.
    ///
    /// - Complexity: O(total groups + operations started), amortised.
    mutating func withdraw(_ operations: some Sequence<OperationID>) {
        for operation in operations {
            assert(isQueued(operation), "only a queued operation can be withdrawn")
            if slots[Int(operation)].state == .ready { staleReady += 1 }
            queuedCount -= 1
            unlink(operation)
            slots[Int(operation)].state = .removed
        }
        settle()
    }

    /// Gives an ended operation's place back.
    mutating func release(_ operation: OperationID) {
        var entry = operation
        while entry != Self.none {
            let sibling = slots[Int(entry)].sibling
            slots[Int(entry)].state = .free
            freeSlots.append(entry)
            entry = sibling
        }
        if isUnused, slots.count > Self.retainedCapacity {
            slots.removeAll(keepingCapacity: false)
            freeSlots.removeAll(keepingCapacity: false)
            ready = ReadyHeap()
            staleReady = 0
        }
    }

    // MARK: Looking

    /// The unfinished operations that declared `group`, earliest first.
    func operations(in group: GroupID) -> [OperationID] {
        var result: [OperationID] = []
        var entry = groups[Int(group)].head
        while entry != Self.none {
            result.append(slots[Int(entry)].operation)
            entry = slots[Int(entry)].next
        }
        return result
    }

    /// All unfinished operations, in order of submission. O(n log n).
    func operations() -> [OperationID] {
        var result: [OperationID] = []
        for index in 0..<slots.count where slots[index].operation == OperationID(index) {
            switch slots[index].state {
            case .waiting, .ready, .running: result.append(OperationID(index))
            case .free, .removed: continue
            }
        }
        result.sort { sequence(of: $0) < sequence(of: $1) }
        return result
    }

    func groups(of operation: OperationID) -> [GroupID] {
        entries(of: operation).map { slots[$0].group }
    }

    /// The nearest earlier operations that hold `operation` back: in each group the closest write, or the reads
    /// since it where `operation` writes. Whatever these wait for is theirs to name.
    func blockers(of operation: OperationID) -> Set<OperationID> {
        var result: Set<OperationID> = []
        let isWrite = writes(operation)
        for entry in entries(of: operation) {
            var earlier = slots[entry].previous
            while earlier != Self.none {
                let candidate = slots[Int(earlier)].operation
                if writes(candidate) {
                    if !isWrite || earlier == slots[entry].previous { result.insert(candidate) }
                    break
                }
                if isWrite { result.insert(candidate) }
                earlier = slots[Int(earlier)].previous
            }
        }
        return result
    }

    private func entries(of operation: OperationID) -> [Int] {
        var result: [Int] = []
        var entry = operation
        while entry != Self.none {
            if slots[Int(entry)].group != Self.none { result.append(Int(entry)) }
            entry = slots[Int(entry)].sibling
        }
        return result
    }

    // MARK: Queues

    private mutating func takeSlot() -> OperationID {
        if let slot = freeSlots.popLast() {
            slots[Int(slot)] = Slot()
            return slot
        }
        precondition(slots.count < Int(Int32.max), "a runner holds at most 2,147,483,647 queued groups")
        slots.append(Slot())
        return OperationID(slots.count - 1)
    }

    /// Returns whether the entry is admitted at once.
    private mutating func append(
        _ entry: OperationID, of operation: OperationID, to group: GroupID, writes: Bool
    ) -> Bool {
        visit()
        let g = Int(group)
        let tail = groups[g].tail
        let isAdmitted =
            tail == Self.none || (!writes && groups[g].firstBlocked == Self.none && !groups[g].writeIsAdmitted)
        slots[Int(entry)].group = group
        slots[Int(entry)].operation = operation
        slots[Int(entry)].previous = tail
        slots[Int(entry)].isAdmitted = isAdmitted
        if tail == Self.none { groups[g].head = entry } else { slots[Int(tail)].next = entry }
        groups[g].tail = entry
        if !isAdmitted {
            if groups[g].firstBlocked == Self.none { groups[g].firstBlocked = entry }
        } else if writes {
            groups[g].writeIsAdmitted = true
        }
        return isAdmitted
    }

    private mutating func unlink(_ operation: OperationID) {
        let writes = slots[Int(operation)].writes
        var entry = operation
        while entry != Self.none {
            visit()
            let slot = slots[Int(entry)]
            if slot.group != Self.none {
                let g = Int(slot.group)
                if slot.previous == Self.none {
                    groups[g].head = slot.next
                } else {
                    slots[Int(slot.previous)].next = slot.next
                }
                if slot.next == Self.none {
                    groups[g].tail = slot.previous
                } else {
                    slots[Int(slot.next)].previous = slot.previous
                }
                if groups[g].firstBlocked == entry { groups[g].firstBlocked = slot.next }
                if slot.isAdmitted, writes { groups[g].writeIsAdmitted = false }
                if groups[g].firstBlocked != Self.none, !groups[g].isDirty {
                    groups[g].isDirty = true
                    dirtyGroups.append(slot.group)
                }
            }
            entry = slot.sibling
        }
    }

    /// Moves the boundaries of the groups that changed, then starts what the limit allows.
    private mutating func settle() {
        let first = started.count
        while let group = dirtyGroups.popLast() {
            groups[Int(group)].isDirty = false
            advance(group)
        }
        // Several groups may have let operations go, each in its own order.
        if started.count - first > 1 {
            started.sort(from: first) { slots[Int($0)].sequence < slots[Int($1)].sequence }
        }
        guard limit != .max else { return }
        while runningCount < limit, let next = ready.popFirst() {
            let slot = slots[Int(next.operation)]
            guard slot.state == .ready, slot.sequence == next.sequence else {
                staleReady -= 1
                continue
            }
            start(next.operation)
        }
        if staleReady > 32, staleReady > ready.count / 2 {
            ready.removeAll { element in
                let slot = slots[Int(element.operation)]
                return slot.state != .ready || slot.sequence != element.sequence
            }
            staleReady = 0
        }
    }

    private mutating func advance(_ group: GroupID) {
        let g = Int(group)
        while groups[g].firstBlocked != Self.none {
            visit()
            let entry = groups[g].firstBlocked
            let operation = slots[Int(entry)].operation
            let writes = slots[Int(operation)].writes
            guard writes ? groups[g].head == entry : !groups[g].writeIsAdmitted else { return }
            groups[g].firstBlocked = slots[Int(entry)].next
            slots[Int(entry)].isAdmitted = true
            if writes { groups[g].writeIsAdmitted = true }
            slots[Int(operation)].blockers -= 1
            if slots[Int(operation)].blockers == 0 {
                if limit == .max {
                    start(operation)
                } else {
                    slots[Int(operation)].state = .ready
                    ready.push(ReadyHeap.Element(sequence: slots[Int(operation)].sequence, operation: operation))
                }
            }
        }
    }

    private mutating func start(_ operation: OperationID) {
        slots[Int(operation)].state = .running
        queuedCount -= 1
        runningCount += 1
        started.append(operation)
    }

    @inline(__always)
    private mutating func visit() {
        #if DEBUG
            entriesVisited += 1
        #endif
    }
}
