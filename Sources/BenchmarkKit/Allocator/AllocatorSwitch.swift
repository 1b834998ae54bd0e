#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `--allocator`: which allocator is asked for.
package enum AllocatorChoice: String, Sendable, CaseIterable {
    case jemalloc, system
}

/// Gets a process onto the allocator asked for.
///
/// jemalloc is linked in. The system's takes its place when the dynamic loader is told to load the C library first, so
/// the process starts itself anew with that in its environment; a mark there keeps it from doing so twice.
package enum AllocatorSwitch {
    package enum Decision: Sendable, Hashable {
        /// Measure in this process.
        case stay
        /// Measure in this process and say that its allocator is not the one asked for.
        case warn(String)
        /// Start anew with these variables set.
        case restart(environment: [String: String])
        /// Starting anew did not help.
        case fail(String)
    }

    static let mark = "BENCH_ALLOCATOR_RESTARTED"
    static let preload = "LD_PRELOAD"

    /// - Parameters:
    ///   - current: what `AllocatorProbe` found.
    ///   - environment: of this process.
    package static func decide(
        _ choice: AllocatorChoice, current: AllocatorIdentity, environment: [String: String]
    ) -> Decision {
        switch choice {
        case .jemalloc where current.name == "jemalloc": return .stay
        case .jemalloc:
            return .warn("jemalloc does not serve this process; measuring with \(current), as environment.json says")
        case .system where current.name != "jemalloc": return .stay
        case .system:
            guard environment[mark] == nil else {
                return .fail("--allocator system: jemalloc still serves the process that was started to avoid it")
            }
            let older = environment[preload].map { $0.isEmpty ? "" : ":\($0)" } ?? ""
            return .restart(environment: [preload: "libc.so.6\(older)", mark: "1"])
        }
    }

    /// Replaces this process by a new one of the same executable. Returns only on failure, with the system's reason.
    static func restart(arguments: [String], environment: [String: String]) -> String {
        for (name, value) in environment { setenv(name, value, 1) }
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        execv("/proc/self/exe", pointers)
        return String(cString: strerror(errno))
    }
}
