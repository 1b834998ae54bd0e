import Testing

@testable import BenchmarkKit

struct PerfScriptTests {
    private static let text = """
        bench 20283 
        \t           72b15 swift_job_run (/opt/swift/usr/lib/swift/linux/libswift_Concurrency.so)
        \t           2c088 _dispatch_continuation_pop (/opt/swift/usr/lib/swift/linux/libdispatch.so)

        oot.default qos 20285 
        \t           73c0a swift::AsyncTask::flagAsAndEnqueueOnExecutor(swift::SerialExecutorRef) (/a b/lib.so)
        \tffffffff81587 perf_event_mmap_output+0x1b ([kernel.kallsyms])
        \t               0 [unknown] ([unknown])

        bench 20283 
        \t           72b15 swift_job_run (/opt/swift/usr/lib/swift/linux/libswift_Concurrency.so)
        \t           2c088 _dispatch_continuation_pop (/opt/swift/usr/lib/swift/linux/libdispatch.so)

        """

    @Test func `Samples are read from the thread's start to where it was, and the same stack is counted`() {
        let pop = RawFrame("_dispatch_continuation_pop", in: "libdispatch.so")
        let job = RawFrame("swift_job_run", in: "libswift_Concurrency.so")
        #expect(PerfScript(Self.text).stacks(executable: "bench").counts[[pop, job]] == 2)
    }

    @Test func `Names with parentheses, paths with spaces, the kernel and offsets are taken apart`() {
        let expected = [
            RawFrame("[unknown]", in: "[unknown]"), RawFrame("perf_event_mmap_output", in: "[kernel.kallsyms]"),
            RawFrame("swift::AsyncTask::flagAsAndEnqueueOnExecutor(swift::SerialExecutorRef)", in: "lib.so"),
        ]
        #expect(PerfScript(Self.text).stacks(executable: "bench").counts[expected] == 1)
    }

    @Test func `A sample at the end without an empty line counts, and so does one without frames`() {
        let stacks = PerfScript("bench 1 \n\nbench 2 \n\t  1 main (/bin/bench)").stacks(executable: "bench")
        #expect(
            stacks.counts == [
                [RawFrame("[unknown]", in: "[unknown]")]: 1, [RawFrame("main", in: "bench")]: 1,
            ])
    }

    @Test func `Lines that are no frames are passed over`() {
        let stacks = PerfScript("bench 1 \n\tnothing\n\t  1 main (/bin/bench)\n\n").stacks(executable: "bench")
        #expect(stacks.counts == [[RawFrame("main", in: "bench")]: 1])
    }

    private static let calls = """
        bench 1 
        \t  b5c68 $s11TaskRunners5innerV (/x/bench)
        \t  b5d00 outer (/x/bench)
        \t  b5d00 other (/x/lib.so)

        """

    @Test func `Functions put into others are frames of their own, the innermost last`() {
        let script = PerfScript(Self.calls)
        #expect(script.addresses(executable: "bench") == [0xb5c68, 0xb5d00])
        let stacks = script.stacks(executable: "bench", inlined: [0xb5d00: ["called", "caller"]])
        #expect(
            stacks.counts.keys.map { $0.map(\.symbol) } == [["other", "caller", "called", "$s11TaskRunners5innerV"]])
    }

    @Test func `A caller's address is the call's, where what is recorded is the return behind it`() {
        #expect(
            PerfScript(Self.calls, callersAreReturns: true).addresses(executable: "bench") == [0xb5c68, 0xb5cff])
    }

    @Test func `What the symbolizer prints is read, without what it knows nothing of`() {
        let text = """
            {"Address":"0xb5c68","ModuleName":"/x/bench","Symbol":[{"FunctionName":"a"},{"FunctionName":"b"}]}
            {"Address":"0x10","ModuleName":"/x/bench","Symbol":[{"FunctionName":""}]}
            {"Address":"0x11","ModuleName":"/x/bench","Error":{"Message":"no"}}
            error

            """
        #expect(InlinedFunctions.parse(text) == [0xb5c68: ["a", "b"]])
    }
}
