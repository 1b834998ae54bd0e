import TaskRunners
import Testing

/// Line 2 of the contract: which operations of a grouped runner wait for which.
struct ConflictTests {
    private let stage = Stage()
    private let systemUnderTest: GroupedTaskRunner<String>

    init() {
        systemUnderTest = GroupedTaskRunner(executor: stage.executor)
    }

    @Test func `Reads of one group run together`() {
        for label in ["a", "b", "c"] { stage.run(label, on: systemUnderTest, .read, ["x"]) }
        #expect(stage.settle() == ["start a", "start b", "start c"])
    }

    @Test func `A write waits for every earlier read of its group`() {
        stage.run("read 1", on: systemUnderTest, .read, ["x"])
        stage.run("read 2", on: systemUnderTest, .read, ["x"])
        stage.run("write", on: systemUnderTest, .write, ["x"])
        #expect(stage.settle() == ["start read 1", "start read 2"])
        #expect(stage.end("read 2") == ["end read 2"])
        #expect(stage.end("read 1") == ["end read 1", "start write"])
    }

    @Test func `A read waits for an earlier write of its group`() {
        stage.run("write", on: systemUnderTest, .write, ["x"])
        stage.run("read 1", on: systemUnderTest, .read, ["x"])
        stage.run("read 2", on: systemUnderTest, .read, ["x"])
        #expect(stage.settle() == ["start write"])
        #expect(stage.end("write") == ["end write", "start read 1", "start read 2"])
    }

    @Test func `Writes of one group exclude each other`() {
        stage.run("a", on: systemUnderTest, .write, ["x"])
        stage.run("b", on: systemUnderTest, .write, ["x"])
        #expect(stage.settle() == ["start a"])
        #expect(stage.end("a") == ["end a", "start b"])
    }

    @Test func `A later reader waits behind an earlier queued writer`() {
        stage.run("read", on: systemUnderTest, .read, ["x"])
        stage.run("write", on: systemUnderTest, .write, ["x"])
        stage.run("later read", on: systemUnderTest, .read, ["x"])
        #expect(stage.settle() == ["start read"])
        #expect(stage.end("read") == ["end read", "start write"])
        #expect(stage.end("write") == ["end write", "start later read"])
    }

    @Test func `An operation that conflicts with nothing starts at once, past all that wait`() {
        stage.run("a", on: systemUnderTest, .write, ["x"])
        for number in 0..<10 { stage.run("queued \(number)", on: systemUnderTest, .write, ["x"]) }
        stage.run("other", on: systemUnderTest, .write, ["y"])
        #expect(stage.settle() == ["start a", "start other"])
    }

    @Test func `An operation waits for all of its groups`() {
        stage.run("x", on: systemUnderTest, .write, ["x"])
        stage.run("y", on: systemUnderTest, .read, ["y"])
        stage.run("both", on: systemUnderTest, .write, ["x", "y"])
        #expect(stage.settle() == ["start x", "start y"])
        #expect(stage.end("x") == ["end x"])
        #expect(stage.end("y") == ["end y", "start both"])
    }

    @Test func `A queued operation holds back later ones in each of its groups`() {
        stage.run("x", on: systemUnderTest, .write, ["x"])
        stage.run("both", on: systemUnderTest, .write, ["x", "y"])
        stage.run("y", on: systemUnderTest, .read, ["y"])
        #expect(stage.settle() == ["start x"])
        #expect(stage.end("x") == ["end x", "start both"])
        #expect(stage.end("both") == ["end both", "start y"])
    }

    @Test func `Groups of a read conflict with writes of any of them only`() {
        stage.run("read", on: systemUnderTest, .read, ["x", "y"])
        stage.run("write x", on: systemUnderTest, .write, ["x"])
        stage.run("read y", on: systemUnderTest, .read, ["y"])
        stage.run("write y", on: systemUnderTest, .write, ["y"])
        #expect(stage.settle() == ["start read", "start read y"])
        #expect(stage.end("read") == ["end read", "start write x"])
        #expect(stage.end("read y") == ["end read y", "start write y"])
    }

    @Test func `Groups have no hierarchy`() {
        enum Group: Hashable {
            case notebook(Int)
            case note(Int)
        }
        let systemUnderTest = GroupedTaskRunner<Group>(executor: stage.executor)
        stage.run("notebook", on: systemUnderTest, .write, [.notebook(1)])
        stage.run("note", on: systemUnderTest, .write, [.note(1)])
        stage.run("both", on: systemUnderTest, .write, [.notebook(1), .note(1)])
        #expect(stage.settle() == ["start notebook", "start note"])
        #expect(stage.end("notebook") == ["end notebook"])
        #expect(stage.end("note") == ["end note", "start both"])
    }

    @Test func `An empty set conflicts with nothing`() {
        stage.run("holder", on: systemUnderTest, .write, ["x"])
        stage.run("queued", on: systemUnderTest, .write, ["x"])
        stage.run("empty 1", on: systemUnderTest, .write, [])
        stage.run("empty 2", on: systemUnderTest, .write, [])
        #expect(stage.settle() == ["start holder", "start empty 1", "start empty 2"])
        #expect(stage.end("holder") == ["end holder", "start queued"])
    }

    @Test func `A job states its groups and access once`() {
        struct Access: TaskAccess {
            let groups: Set<String>
            let access: TaskAccessMode
        }
        systemUnderTest.run(Access(groups: ["x"], access: .read), operation: stage.operation("a"))
        systemUnderTest.run(Access(groups: ["x"], access: .read), operation: stage.operation("b"))
        systemUnderTest.run(Access(groups: ["x"], access: .write), operation: stage.operation("c"))
        #expect(stage.settle() == ["start a", "start b"])
        #expect(stage.end("a") + stage.end("b") == ["end a", "end b", "start c"])
    }

    @Test func `Groups may come and go without end`() {
        for number in 0..<1000 {
            stage.run("w\(number)", on: systemUnderTest, .write, ["\(number)", "shared"])
            stage.run("r\(number)", on: systemUnderTest, .read, ["\(number)"])
            #expect(stage.settle() == ["start w\(number)"])
            #expect(stage.end("w\(number)") == ["end w\(number)", "start r\(number)"])
            #expect(stage.end("r\(number)") == ["end r\(number)"])
        }
        #expect(systemUnderTest.snapshot.running.isEmpty)
    }
}

/// Line 3 of the contract: the limit of a grouped runner.
struct LimitTests {
    private let stage = Stage()

    @Test func `The limit bounds how many operations run at once`() {
        let systemUnderTest = GroupedTaskRunner<Int>(limit: 2, executor: stage.executor)
        for number in 0..<5 { stage.run("\(number)", on: systemUnderTest, .write, [number]) }
        #expect(stage.settle() == ["start 0", "start 1"])
        #expect(systemUnderTest.runningCount == 2)
        #expect(stage.end("1") == ["end 1", "start 2"])
        #expect(stage.end("2") == ["end 2", "start 3"])
        #expect(stage.end("0") == ["end 0", "start 4"])
    }

    @Test func `Operations without groups count against the limit`() {
        let systemUnderTest = GroupedTaskRunner<Int>(limit: 1, executor: stage.executor)
        stage.run("a", on: systemUnderTest, .read, [])
        stage.run("b", on: systemUnderTest, .read, [])
        #expect(stage.settle() == ["start a"])
        #expect(stage.end("a") == ["end a", "start b"])
    }

    @Test func `Among those that may start, the earliest submitted does`() {
        let systemUnderTest = GroupedTaskRunner<String>(limit: 1, executor: stage.executor)
        stage.run("holder", on: systemUnderTest, .write, ["x"])
        stage.run("conflicting", on: systemUnderTest, .write, ["x"])
        stage.run("ready", on: systemUnderTest, .write, ["y"])
        #expect(stage.settle() == ["start holder"])
        #expect(stage.end("holder") == ["end holder", "start conflicting"])
        #expect(stage.end("conflicting") == ["end conflicting", "start ready"])
    }

    @Test func `What waits for a conflict leaves its slot to a later operation that may start`() {
        let systemUnderTest = GroupedTaskRunner<String>(limit: 2, executor: stage.executor)
        stage.run("holder", on: systemUnderTest, .write, ["x"])
        stage.run("conflicting", on: systemUnderTest, .write, ["x"])
        stage.run("free", on: systemUnderTest, .write, ["y"])
        #expect(stage.settle() == ["start holder", "start free"])
    }

    @Test func `A cancelled operation that waited for the limit is passed over`() {
        let systemUnderTest = GroupedTaskRunner<Int>(limit: 1, executor: stage.executor)
        let tasks = (0..<4).map { stage.run("\($0)", on: systemUnderTest, .write, [$0]) }
        stage.settle()
        tasks[1].cancel()
        #expect(stage.settle() == ["1 threw CancellationError"])
        #expect(stage.end("0") == ["end 0", "start 2"])
        #expect(stage.end("2") == ["end 2", "start 3"])
    }

    @Test(arguments: [0, -1])
    func `A limit below one is refused with a message that says so`(limit: Int) async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [limit] in
            _ = GroupedTaskRunner<Int>(limit: limit)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("limit must be at least 1, but is \(limit)"))
    }
}
