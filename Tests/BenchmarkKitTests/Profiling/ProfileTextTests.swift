import Testing

@testable import BenchmarkKit

struct ProfileTextTests {
    private let thread = ProfileFrame(.library("libc"), "start_thread")
    private let run = ProfileFrame(.ours(module: "TaskRunners"), "Runner.run(_:)")
    private let step = ProfileFrame(.ours(module: "TaskRunners"), "step")

    private var stacks: FoldedStacks {
        var stacks = FoldedStacks()
        stacks.add([thread, .harness, run, step], count: 30)
        stacks.add([thread, .harness, run], count: 10)
        stacks.add([thread, .harness], count: 40)
        stacks.add([thread], count: 20)
        return stacks
    }

    @Test
    func `The summary names our hottest frames with both shares, and neither the harness nor the libraries there`() {
        #expect(
            ProfileText.cpu(stacks, title: "throughput/serial/backlog=1", seconds: 2, frequency: 50) == """
                throughput/serial/backlog=1

                100 samples, 50 a second of a busy processor: 1 processors busy for 2.0 s

                Hottest of ours (self: in the function itself; total: with all that it calls):
                    self   total  function
                  30.0 %  30.0 %  TaskRunners`step
                  10.0 %  40.0 %  TaskRunners`Runner.run(_:)

                By total:
                    self   total  function
                  10.0 %  40.0 %  TaskRunners`Runner.run(_:)
                  30.0 %  30.0 %  TaskRunners`step

                Hottest of the libraries:
                    self    total  function
                  20.0 %  100.0 %  start_thread (libc)

                Whose functions the time was spent in:
                  40.0 %  TaskRunners
                  40.0 %  [harness]
                  20.0 %  libc

                """)
    }

    @Test func `No more than ten functions are named, and a profile without ours says so`() {
        var many = FoldedStacks()
        for index in 0..<12 { many.add([ProfileFrame(.library("libc"), "f\(index)")], count: 100 - index) }
        let text = ProfileText.cpu(many, title: "a", seconds: 1, frequency: 1)
        #expect(text.contains("f9 (libc)"))
        #expect(!text.contains("f10 (libc)"))
        #expect(text.contains("Hottest of ours (self: in the function itself; total: with all that it calls):\n  none"))
    }

    @Test func `The heap's text names the sites by what they allocated`() {
        let text = ProfileText.heap(stacks, title: "a", seconds: 3)
        #expect(text.contains("100 B allocated in 3.0 s, freed or not"))
        #expect(text.contains("  40.0 %  100.0 %  [harness]\n") == false, "the harness itself never has all")
        #expect(text.contains("  40.0 %   80.0 %  [harness]\n"))
    }

    @Test func `A comparison names what changed most, up or down, and leaves out what did not`() {
        var now = FoldedStacks()
        now.add([thread, .harness, run, step], count: 10)
        now.add([thread, .harness, run], count: 30)
        now.add([thread, .harness], count: 40)
        now.add([thread], count: 20)
        let comparison = ProfileComparison(base: stacks, now: now)
        #expect(
            comparison.text(base: "old") == """
                Compared with old, in points of the whole:
                  change  ± 95 %    base     now  function, by self
                   +20.0    10.7  10.0 %  30.0 %  TaskRunners`Runner.run(_:)
                   -20.0    10.7  30.0 %  10.0 %  TaskRunners`step

                  change  ± 95 %    base     now  function, by total
                   -20.0    10.7  30.0 %  10.0 %  TaskRunners`step

                """)
    }

    @Test func `What is new and what is gone are changes from and to nothing`() {
        var (base, now) = (FoldedStacks(), FoldedStacks())
        base.add([run], count: 1)
        now.add([step], count: 1)
        let changes = ProfileComparison(base: base, now: now).largest(\.own)
        #expect(changes.map(\.frame) == [run, step])
        #expect(changes.map { $0.difference(\.own) } == [-1, 1])
        #expect(ProfileComparison(base: base, now: base).text(base: "b").contains("self: no function's share changed"))
    }
}
