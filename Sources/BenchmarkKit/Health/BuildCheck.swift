/// Whether this program is the optimised one.
struct BuildCheck: HealthCheck {
    let name = "build"

    func examine() async -> HealthFinding { Self.judge(Machine.optimisation) }

    static func judge(_ optimisation: String) -> HealthFinding {
        guard optimisation == "debug" else {
            return HealthFinding(.fine, found: optimisation, meaning: "what is measured is what users get")
        }
        return HealthFinding(
            .warning, found: "debug, not optimised", meaning: "figures say little of what users get",
            advice: "swift run -c release bench")
    }
}
