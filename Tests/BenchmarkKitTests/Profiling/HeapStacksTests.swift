import Testing

@testable import BenchmarkKit

struct HeapStacksTests {
    @Test func `Addresses go, and what only passes a request on to the allocator is not the site`() {
        let text = """
            clone3;swift_job_run<0000000000072a80>;$s11TaskRunners1fyyF[inline];swift_allocObject<00000000046fda0>;\
            swift_slowAlloc<000000000046fa50> 100
            clone3;swift::StackAllocator<984ul>::alloc<00ff> 20
            Using local file heap.

            """
        let job = RawFrame("swift_job_run", in: "libraries")
        let clone = RawFrame("clone3", in: "libraries")
        #expect(
            HeapStacks.stacks(text, executable: "bench").counts == [
                [clone, job, RawFrame("$s11TaskRunners1fyyF", in: "bench")]: 100,
                [clone, RawFrame("swift::StackAllocator<984ul>::alloc", in: "libraries")]: 20,
            ])
    }

    @Test func `A stack of nothing but the allocator keeps its first frame`() {
        #expect(
            HeapStacks.stacks("malloc;je_malloc 5\n", executable: "bench").counts
                == [[RawFrame("malloc", in: "libraries")]: 5])
    }
}
