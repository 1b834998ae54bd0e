extension CaseStatus {
    /// From the text in the `status` column; `nil` of anything else.
    package init?(text: some StringProtocol) {
        func remainder(after prefix: String) -> String? {
            text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
        }
        switch text {
        case "ok": self = .ok
        case "noisy": self = .noisy
        case "partial": self = .partial
        default:
            if let line = remainder(after: "invalid: ") {
                self = .invalid(line)
            } else if let why = remainder(after: "failed: ") {
                self = .failed(why)
            } else if let why = remainder(after: "skipped: ") {
                self = .skipped(why)
            } else {
                return nil
            }
        }
    }

    /// The status without its reason.
    package var word: String { String(description.prefix { $0 != ":" }) }

    /// The reason of an invalid, failed or skipped case.
    package var reason: String? {
        switch self {
        case .invalid(let text), .failed(let text), .skipped(let text): text
        case .ok, .noisy, .partial: nil
        }
    }
}
