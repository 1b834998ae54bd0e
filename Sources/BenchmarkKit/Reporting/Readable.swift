/// Numbers as people read them: three significant digits and a unit that fits. The same in every locale.
enum Readable {
    private static let times: [(name: String, size: Double)] = [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    private static let bytes: [(name: String, size: Double)] = [
        ("B", 1), ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
    ]

    /// - Parameter unit: as the metric names it. `ns` and `B`, also as in `ns/op`, get a larger unit where that
    ///   makes the number shorter.
    static func value(_ value: Double, unit: String) -> String {
        let base = unit.prefix { $0 != "/" }
        let rest = unit.dropFirst(base.count)
        for scale in [times, bytes] where scale[0].name == base {
            // Compared after rounding, so that 999.9 ns reads as 1.00 µs and not as 1000 ns.
            let fitting = scale.last { abs(value) >= $0.size * 0.9995 } ?? scale[0]
            return "\(number(value / fitting.size)) \(fitting.name)\(rest)"
        }
        return unit.isEmpty || unit == "count" || unit == "1" ? number(value) : "\(number(value)) \(unit)"
    }

    /// Three significant digits below 1,000, whole numbers above; whole numbers stay whole.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = abs(value)
        if size >= 999.5 { return size < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }
        if value == value.rounded() { return "\(Int(value))" }
        if size >= 99.95 { return fixed(value, digits: 0) }
        if size >= 9.995 { return fixed(value, digits: 1) }
        return fixed(value, digits: size >= 0.01 ? 2 : 4)
    }

    static func ratio(_ value: Double) -> String {
        fixed(value, digits: value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2) + "×"
    }

    /// Half of a 95 % interval as a share of its estimate, with the sign in front.
    static func plusMinus(_ share: Double) -> String {
        let percent = share * 100
        return "±" + (percent >= 999.5 ? ">999" : fixed(percent, digits: percent >= 9.95 ? 0 : 1)) + " %"
    }

    /// `6.0 %` of the share 0.06.
    static func percent(_ share: Double) -> String { fixed(share * 100, digits: 1) + " %" }

    /// `1 min 20 s`, `34 s`, `0.4 s`.
    static func seconds(_ value: Double) -> String {
        let value = max(value, 0)
        if value < 9.95 { return fixed(value, digits: 1) + " s" }
        let whole = Int(value.rounded())
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }

    static func fixed(_ value: Double, digits: Int) -> String {
        var factor = 1
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int((abs(value) * Double(factor)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let part = "\(scaled % factor)"
        return "\(sign)\(scaled / factor).\(String(repeating: "0", count: digits - part.count))\(part)"
    }
}
