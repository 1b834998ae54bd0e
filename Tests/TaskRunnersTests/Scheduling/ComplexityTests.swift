import Testing

@testable import TaskRunners

#if DEBUG
    /// What a step costs, counted in queue entries touched, so that no clock is needed.
    struct ComplexityTests {
        enum Load: CaseIterable, Sendable {
            case reads, writes, manyGroups
        }

        /// The scheduler with `count` operations queued behind one that runs.
        private struct Queue {
            let systemUnderTest = TestedScheduler()
            let holder: ConflictScheduler.OperationID
            var queued: [ConflictScheduler.OperationID] = []
            let groups: [ConflictScheduler.GroupID]

            init(_ load: Load, count: Int) {
                let groupCount = load == .manyGroups ? 100 : 1
                var groups: [ConflictScheduler.GroupID] = []
                for _ in 0..<groupCount { groups.append(systemUnderTest.addGroup()) }
                self.groups = groups
                holder = systemUnderTest.submit(groups: groups, writes: true)
                queued.reserveCapacity(count)
                for number in 0..<count {
                    queued.append(
                        systemUnderTest.submit(
                            groups: CollectionOfOne(groups[number % groupCount]), writes: load != .reads))
                }
            }

            /// How many entries `step` touches.
            func visits(_ step: (TestedScheduler) -> Void) -> Int {
                let before = systemUnderTest.entriesVisited
                step(systemUnderTest)
                return systemUnderTest.entriesVisited - before
            }
        }

        @Test(arguments: Load.allCases)
        func `A step costs the same with a thousand and with a million queued`(load: Load) {
            let few = costs(load, count: 1000)
            let many = costs(load, count: 1_000_000)
            #expect(few == many)
            #expect(many.values.max()! <= 4)
        }

        /// The visits of single steps in the middle and at the end of a queue, and of the average submission.
        private func costs(_ load: Load, count: Int) -> [String: Int] {
            let queue = Queue(load, count: count)
            let perSubmission = queue.systemUnderTest.entriesVisited - queue.groups.count
            let group = queue.groups[0]
            let other = queue.systemUnderTest.addGroup()
            var costs = ["submissions": perSubmission / count]
            var last: ConflictScheduler.OperationID = 0
            costs["submit a read"] = queue.visits { _ = $0.submit(groups: [group], writes: false) }
            costs["submit a write"] = queue.visits { last = $0.submit(groups: [group], writes: true) }
            let middle = queue.queued[count / 2]
            costs["withdraw the middle"] = queue.visits { $0.withdraw([middle]) }
            costs["withdraw the last"] = queue.visits { $0.withdraw([last]) }
            costs["elsewhere"] = queue.visits { scheduler in
                scheduler.finish(scheduler.submit(groups: [other], writes: true))
            }
            return costs
        }

        @Test func `The end of a write among a million touches its group's next one only`() {
            let queue = Queue(.writes, count: 1_000_000)
            let holder = queue.holder
            #expect(queue.visits { $0.finish(holder) } <= 4)
            for index in 0..<1000 {
                #expect(queue.systemUnderTest.takeStarted() == [queue.queued[index]])
                let next = queue.queued[index]
                #expect(queue.visits { $0.finish(next) } <= 4)
            }
        }

        @Test(arguments: Load.allCases)
        func `Every entry is passed a fixed number of times in all`(load: Load) {
            let count = 20_000
            let queue = Queue(load, count: count)
            queue.systemUnderTest.finish(queue.holder)
            var ended = 0
            while true {
                let started = queue.systemUnderTest.takeStarted()
                if started.isEmpty { break }
                for operation in started { queue.systemUnderTest.finish(operation) }
                ended += started.count
            }
            #expect(ended == count)
            // Appended, admitted, perhaps looked at in vain, and unlinked.
            #expect(queue.systemUnderTest.entriesVisited <= 4 * (count + queue.groups.count))
        }

        @Test func `A job's steps are linear in its groups`() {
            func cost(groups count: Int) -> Int {
                let systemUnderTest = TestedScheduler()
                let groups = (0..<count).map { _ in systemUnderTest.addGroup() }
                let first = systemUnderTest.submit(groups: groups, writes: true)
                let second = systemUnderTest.submit(groups: groups, writes: true)
                systemUnderTest.finish(first)
                #expect(systemUnderTest.state(of: second) == .running)
                systemUnderTest.finish(second)
                return systemUnderTest.entriesVisited
            }
            #expect(cost(groups: 1000) <= 10 * cost(groups: 100))
            #expect(cost(groups: 100) <= 10 * cost(groups: 10))
        }

        @Test(arguments: Load.allCases, [true, false])
        func `Withdrawing ten times as many costs ten times the steps`(load: Load, together: Bool) {
            func cost(_ count: Int) -> Int {
                let queue = Queue(load, count: count)
                let queued = queue.queued
                return queue.visits { scheduler in
                    if together {
                        scheduler.withdraw(queued)
                    } else {
                        for operation in queued { scheduler.withdraw(CollectionOfOne(operation)) }
                    }
                    #expect(scheduler.queuedCount == 0)
                    #expect(scheduler.takeStarted().isEmpty)
                }
            }
            let ratio = Double(cost(100_000)) / Double(cost(10_000))
            #expect((9...11).contains(ratio))
        }

        @Test(arguments: Load.allCases)
        func `Nothing is retained once all is withdrawn and the rest has ended`(load: Load) {
            let queue = Queue(load, count: 100_000)
            queue.systemUnderTest.withdraw(queue.queued)
            for operation in queue.queued { queue.systemUnderTest.release(operation) }
            #expect(queue.systemUnderTest.operations() == [queue.holder])
            queue.systemUnderTest.finish(queue.holder)
            #expect(queue.systemUnderTest.isIdle)
            #expect(queue.systemUnderTest.capacity == 0)
        }

        @Test func `Places are reused, so that a long life needs no more than the longest queue`() {
            let queue = Queue(.writes, count: 10)
            var next = queue.holder
            for _ in 0..<10_000 {
                _ = queue.systemUnderTest.submit(groups: queue.groups, writes: true)
                queue.systemUnderTest.finish(next)
                next = queue.systemUnderTest.takeStarted()[0]
            }
            #expect(queue.systemUnderTest.capacity <= 12)
        }
    }
#endif
