import Testing

@testable import BenchmarkKit

@Suite("The choice of allocator")
struct AllocatorTests {
    private let jemalloc = AllocatorIdentity(name: "jemalloc", version: "5.3")
    private let glibc = AllocatorIdentity(name: "glibc", version: "2.36")

    private func decide(
        _ choice: AllocatorChoice, _ current: AllocatorIdentity, _ environment: [String: String] = [:]
    ) -> AllocatorSwitch.Decision {
        AllocatorSwitch.decide(choice, current: current, environment: environment)
    }

    @Test("a process that has what was asked for stays as it is")
    func stays() {
        #expect(decide(.jemalloc, jemalloc) == .stay)
        #expect(decide(.system, glibc) == .stay)
        #expect(decide(.system, glibc, ["BENCH_ALLOCATOR_RESTARTED": "1"]) == .stay)
    }

    @Test("asked for the system's, a process starts anew with the C library first, and keeps other preloads")
    func restarts() {
        #expect(
            decide(.system, jemalloc)
                == .restart(environment: ["LD_PRELOAD": "libc.so.6", "BENCH_ALLOCATOR_RESTARTED": "1"]))
        #expect(
            decide(.system, jemalloc, ["LD_PRELOAD": "a.so"])
                == .restart(environment: ["LD_PRELOAD": "libc.so.6:a.so", "BENCH_ALLOCATOR_RESTARTED": "1"]))
    }

    @Test("a start anew that did not help is an error and not a loop")
    func noLoop() {
        guard case .fail = decide(.system, jemalloc, ["BENCH_ALLOCATOR_RESTARTED": "1"]) else {
            Issue.record("it would start anew for ever")
            return
        }
    }

    @Test("jemalloc that does not serve the process is a warning that names what does")
    func warns() {
        guard case .warn(let text) = decide(.jemalloc, glibc) else {
            Issue.record("no warning")
            return
        }
        #expect(text.contains("glibc 2.36"))
    }
}
