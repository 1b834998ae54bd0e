#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files that are replaced as a whole: a crash leaves the older one or the newer one, never a part.
enum AtomicFile {
    /// Writes to a temporary name beside `path`, makes it durable, and renames it.
    /// - Throws: `FileError`; the older file, if any, is then as it was and the temporary one is gone.
    static func write(_ bytes: some Collection<UInt8>, to path: String) throws(FileError) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError("cannot write", path) }
        do throws(FileError) {
            defer { close(descriptor) }
            try writeAll(Array(bytes), to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw FileError("cannot write", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try rename(temporary, to: path)
    }

    /// Makes `path` a symbolic link to `target`, replacing an older link in one step.
    static func link(_ path: String, to target: String) throws(FileError) {
        let temporary = "\(path).\(getpid()).tmp"
        unlink(temporary)
        guard symlink(target, temporary) == 0 else { throw FileError("cannot link", path) }
        try rename(temporary, to: path)
    }

    private static func rename(_ temporary: String, to path: String) throws(FileError) {
        #if canImport(Glibc)
            let result = Glibc.rename(temporary, path)
        #else
            let result = Darwin.rename(temporary, path)
        #endif
        guard result == 0 else {
            let error = FileError("cannot replace", path)
            unlink(temporary)
            throw error
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
                #else
                    Darwin.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
                #endif
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileError("cannot write", path) }
            written += count
        }
    }
}

/// What could not be done with which file, and the system's reason.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ what: String, _ path: String, reason: String = String(cString: strerror(errno))) {
        description = "\(path): \(what): \(reason)"
    }
}
