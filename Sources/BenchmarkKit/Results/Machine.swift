import Foundation

/// What this machine, this process and this source tree say of themselves.
package enum Machine {
    package static var host: String { ProcessInfo.processInfo.hostName }

    package static var kernel: String {
        var names = utsname()
        uname(&names)
        func text<T>(_ field: T) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
    }

    package static var cpuModel: String? {
        #if os(Linux)
            guard let text = contents("/proc/cpuinfo") else { return nil }
            let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
            return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
        #else
            var size = 0
            guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0, size > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0)
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #endif
    }

    /// Linux's frequency governor of the first processor; `nil` where there is none, as in most virtual machines.
    package static var governor: String? {
        let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
        return contents(path)?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    package static var cpuCount: Int { ProcessInfo.processInfo.activeProcessorCount }
    package static var memoryBytes: UInt64 { ProcessInfo.processInfo.physicalMemory }

    /// Over 1, 5 and 15 minutes.
    package static var load: [Double]? {
        var loads = [0.0, 0, 0]
        return getloadavg(&loads, 3) == 3 ? loads : nil
    }

    /// ISO 8601, UTC, with seconds, in every locale.
    package static func timestamp(_ date: Date = Date()) -> String { date.formatted(.iso8601) }

    /// Of the compiler that built this, as far as conditional compilation can tell.
    package static var swiftVersion: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3.3)
            "6.3.3 or newer"
        #elseif compiler(>=6.3.2)
            "6.3.2"
        #elseif compiler(>=6.3.1)
            "6.3.1"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    package static var optimisation: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    private static func contents(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
