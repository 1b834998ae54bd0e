/// Combines the events of one batch, from left to right.
///
/// One that grows with every event, such as a text, must not be copied for each of them: that would cost quadratic
/// time. So events are combined in runs of at most ``mostParts``, and the runs with each other in the same way, as the
/// digits of a number carry. For values that own no memory a run has no end.
@usableFromInline
struct ProgressBatch<Progress> {
    @usableFromInline
    struct Run {
        @usableFromInline var value: Progress
        /// 0 for a run of events, 1 for one of such runs, and so on.
        @usableFromInline var level: Int
        @usableFromInline var parts = 1

        @inlinable
        init(value: Progress, level: Int = 0) {
            self.value = value
            self.level = level
        }
    }

    @usableFromInline static var retainedCapacity: Int { 16_384 }
    @inlinable static var mostParts: Int { _isPOD(Progress.self) ? .max : 1_024 }

    @usableFromInline let coalesce: (Progress, Progress) -> Progress?
    @usableFromInline var complete: ContiguousArray<Progress> = []
    /// What may still be combined with later events: the oldest first, its level the highest.
    @usableFromInline var runs: [Run] = []

    @inlinable
    init(coalescing coalesce: @escaping (Progress, Progress) -> Progress?) {
        self.coalesce = coalesce
    }

    /// Empties `events` into the batch.
    @inlinable
    mutating func append(_ events: inout ContiguousArray<Progress>) {
        for event in events { append(event) }
        events.removeAll(keepingCapacity: events.capacity <= Self.retainedCapacity)
    }

    @inlinable
    mutating func append(_ event: Progress) {
        guard let last = runs.indices.last, runs[last].level == 0 else {
            runs.append(Run(value: event))
            return
        }
        guard let combined = coalesce(runs[last].value, event) else {
            completeRuns()
            runs.append(Run(value: event))
            return
        }
        runs[last].value = combined
        runs[last].parts += 1
        if runs[last].parts == Self.mostParts { carry() }
    }

    /// Makes the newest run, which is full, a part of the one before.
    @inlinable
    mutating func carry() {
        while let full = runs.last, full.parts == Self.mostParts {
            runs.removeLast()
            let level = full.level + 1
            if let previous = runs.indices.last, runs[previous].level == level {
                if let combined = coalesce(runs[previous].value, full.value) {
                    runs[previous].value = combined
                    runs[previous].parts += 1
                    continue
                }
                completeRuns()
            }
            runs.append(Run(value: full.value, level: level))
        }
    }

    /// No later event can be combined with these.
    @inlinable
    mutating func completeRuns() {
        guard var value = runs.first?.value else { return }
        for run in runs.dropFirst() {
            if let combined = coalesce(value, run.value) {
                value = combined
            } else {
                complete.append(value)
                value = run.value
            }
        }
        complete.append(value)
        runs.removeAll(keepingCapacity: true)
    }

    /// Returns the events of the batch, and begins another.
    @inlinable
    mutating func take() -> ContiguousArray<Progress> {
        completeRuns()
        defer { complete = [] }
        return complete
    }
}
