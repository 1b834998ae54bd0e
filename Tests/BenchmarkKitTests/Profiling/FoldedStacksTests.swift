import Testing

@testable import BenchmarkKit

struct FoldedStacksTests {
    private let start = ProfileFrame(.library("libc"), "start_thread")
    private let run = ProfileFrame(.ours(module: "TaskRunners"), "Runner.run(_:)")
    private let step = ProfileFrame(.ours(module: "TaskRunners"), "step")

    @Test func `The harness's frames are folded into one, wherever they are together`() {
        var raw = RawStacks()
        let harness = ["$s12BenchmarkKit1fyyF", "$s12BenchmarkKit1gyyF"].map { RawFrame($0, in: "bench") }
        let ours = RawFrame("$s11TaskRunners1fyyF", in: "bench")
        raw.add(harness + [ours] + harness)
        raw.add(Array(harness.prefix(1)) + [ours] + harness)
        let folded = raw.folded(executable: "bench", names: ["$s11TaskRunners1fyyF": "f()"])
        #expect(folded.text == "[harness];TaskRunners`f();[harness] 2\n")
    }

    @Test func `A function that calls itself is one frame, and one without a name keeps its symbol`() {
        var raw = RawStacks()
        let ours = RawFrame("$s11TaskRunners1fyyF", in: "bench")
        raw.add([RawFrame("main", in: "libc.so.6"), ours, ours])
        #expect(raw.folded(executable: "bench", names: [:]).text == "main (libc);TaskRunners`$s11TaskRunners1fyyF 1\n")
    }

    @Test func `Shares are of the function itself, and of it with all that it calls, once a stack`() throws {
        var stacks = FoldedStacks()
        stacks.add([start, run, step, run], count: 3)
        stacks.add([start, run], count: 1)
        #expect(stacks.total == 4)
        #expect(stacks.shares[run] == FrameShare(own: 1, inclusive: 1))
        #expect(stacks.shares[step] == FrameShare(own: 0, inclusive: 0.75))
        #expect(stacks.shares[start] == FrameShare(own: 0, inclusive: 1))
    }

    @Test func `What each owner's functions took themselves comes with the most first`() {
        var stacks = FoldedStacks()
        stacks.add([start, run], count: 3)
        stacks.add([start], count: 1)
        stacks.add([start, .harness], count: 4)
        #expect(stacks.owners.map(\.name) == ["[harness]", "TaskRunners", "libc"])
        #expect(stacks.owners.map(\.share) == [0.5, 0.375, 0.125])
    }

    @Test func `The text is read back as it was, also names with spaces, parentheses and semicolons`() throws {
        var stacks = FoldedStacks()
        let odd = ProfileFrame(.library("libdispatch"), "swift::alloc(unsigned long)")
        stacks.add([start, .harness, run, odd], count: 7)
        stacks.add([start], count: 2)
        #expect(try FoldedStacks(stacks.text, path: "f") == stacks)
        var separator = FoldedStacks()
        separator.add([ProfileFrame(.ours(module: "M"), "a;b")])
        #expect(separator.text == "M`a:b 1\n")
    }

    @Test(arguments: [
        ("a (b) 1\nwhat", "f:2: not a stack and a number of samples"), ("", "f: there is no stack in it"),
    ])
    func `A file that holds something else is refused, with the line`(text: String, problem: String) {
        #expect(throws: UsageError(problem)) { try FoldedStacks(text, path: "f") }
    }
}
