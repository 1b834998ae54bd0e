/// What decides the processors' frequency.
struct GovernorCheck: HealthCheck {
    let name = "governor"

    func examine() async -> HealthFinding { Self.judge(Machine.governor) }

    static func judge(_ governor: String?) -> HealthFinding {
        switch governor {
        case nil:
            HealthFinding(
                .fine, found: "not readable, as in most virtual machines",
                meaning: "whether the frequency changes is seen by drift alone")
        case "performance"?:
            HealthFinding(.fine, found: "performance", meaning: "the frequency stays as high as it can")
        case let governor?:
            HealthFinding(
                .warning, found: governor,
                meaning: "the frequency follows the load: short cases may run at a lower one",
                advice: "as root: cpupower frequency-set --governor performance")
        }
    }
}
