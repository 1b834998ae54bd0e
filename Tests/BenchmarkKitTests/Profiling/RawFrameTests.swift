import Testing

@testable import BenchmarkKit

struct RawFrameTests {
    @Test(
        arguments: [
            ("$s11TaskRunners10RunnerCoreC6launchyyF", "TaskRunners"),
            ("$s12BenchmarkKit14OperationBatchC3runyySiF", "BenchmarkKit"),
            // The standard library's own, and a thunk, which is nobody's.
            ("$ss23_ContiguousArrayStorageCfD", nil), ("$sSh8containsySbxF", nil), ("$sxs5Error_pIegHrzo_TR", nil),
            // What a module adds to a type of the standard library.
            ("$sST11TaskRunnersE17concurrentForEach5limityySiF", "TaskRunners"),
            // A length that is longer than the name.
            ("$s99Short", nil),
        ] as [(String, String?)])
    func `The module is read from a mangled name`(symbol: String, module: String?) {
        #expect(RawFrame.module(of: symbol) == module)
    }

    @Test(
        arguments: [
            ("$s11TaskRunners1fyyYaFTY0_", "$s11TaskRunners1fyyYaF"),
            ("$s11TaskRunners1fyyYaFTQ12_", "$s11TaskRunners1fyyYaF"),
            ("$s11TaskRunners1fyyYaFTATQ0_.115", "$s11TaskRunners1fyyYaF"),
            ("$s11TaskRunners1fyyYaF", "$s11TaskRunners1fyyYaF"), ("copy.constprop.0", "copy.constprop.0"),
        ])
    func `Pieces and copies of a function are that function`(symbol: String, whole: String) {
        #expect(RawFrame(symbol, in: "bench").symbol == whole)
    }

    @Test(
        arguments: [
            (RawFrame("$s11TaskRunners1fyyF", in: "/x/bench"), .ours(module: "TaskRunners")),
            (RawFrame("$s5bench1fyyF", in: "bench"), .ours(module: "bench")),
            (RawFrame("$s12BenchmarkKit1fyyF", in: "bench"), .harness),
            (RawFrame("$sSh8containsySbxF", in: "bench"), .library("Swift")),
            (RawFrame("$s15Synchronization5MutexV1fyyF", in: "bench"), .library("Synchronization")),
            (RawFrame("main", in: "bench"), .library("bench")),
            (RawFrame("$s11TaskRunners1fyyF", in: "/lib/libother.so.2"), .library("libother")),
            (RawFrame("schedule", in: "[kernel.kallsyms]"), .library("kernel")),
            (RawFrame("[unknown]", in: "[unknown]"), .library("unknown")),
        ] as [(RawFrame, ProfileFrame.Owner)])
    func `Each function has an owner`(frame: RawFrame, owner: ProfileFrame.Owner) {
        #expect(frame.owner(executable: "bench") == owner)
    }
}
