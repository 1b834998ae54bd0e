#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a command writes: data to one side, everything else to the other.
package protocol CommandOutput: Sendable {
    func writeOutput(_ text: String)
    func writeError(_ text: String)
    /// Whether a person watches the error side, so that a progress line makes sense.
    var errorIsTerminal: Bool { get }
}

/// Standard output and standard error. What can no longer be written, as to a closed pipe, is dropped.
package struct ProcessOutput: CommandOutput {
    package init() {}
    package func writeOutput(_ text: String) { Self.write(text, to: STDOUT_FILENO) }
    package func writeError(_ text: String) { Self.write(text, to: STDERR_FILENO) }
    package var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    private static func write(_ text: String, to descriptor: Int32) {
        Array(text.utf8).withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                #else
                    let count = Darwin.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                #endif
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                written += count
            }
        }
    }
}
