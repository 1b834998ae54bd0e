/// Which cases the command line chooses.
package struct CaseSelection: Sendable {
    /// `nil` is every suite.
    package var suites: [String]?
    /// `nil` is every implementation.
    package var implementations: [String]?
    /// Globs over the whole case name. A case is chosen if it matches one of them, or there is none, and matches none of
    /// those that begin with `!`.
    package var filters: [String]
    package var shard: Shard?

    package init(
        suites: [String]? = nil, implementations: [String]? = nil, filters: [String] = [], shard: Shard? = nil
    ) {
        self.suites = suites
        self.implementations = implementations
        self.filters = filters
        self.shard = shard
    }
}

/// `i/n`: the i-th of n parts of a run, 1-based.
package struct Shard: Sendable, Hashable {
    package let index, count: Int

    /// `nil` unless `1 ≤ index ≤ count`.
    package init?(index: Int, count: Int) {
        guard index >= 1, index <= count else { return nil }
        self.index = index
        self.count = count
    }
}

/// The cases that a run measures, grouped by what is compared with each other.
package struct RunPlan: Sendable {
    package let groups: [CaseGroup]
    package let options: SuiteOptions

    package var cases: [PlannedCase] { groups.flatMap(\.cases) }
    package var expectedSeconds: Double { groups.reduce(0) { $0 + $1.expectedSeconds(options) } }

    /// - Throws: a line for the user: a name that there is not, a filter that matches nothing, or no case left.
    package init(
        _ suites: [any BenchmarkSuite], selection: CaseSelection = CaseSelection(),
        options: SuiteOptions = SuiteOptions()
    ) throws(UsageError) {
        self.options = options
        let names = suites.map(\.name)
        for name in selection.suites ?? [] where !names.contains(name) {
            throw UsageError.unknown("suite", name, among: names, hint: "see 'list'")
        }
        let chosen = suites.filter { selection.suites?.contains($0.name) ?? true }
        if let wanted = selection.implementations {
            let known = Set(suites.flatMap { $0.cases(options) }.map(\.benchmarkCase.implementation))
            for name in wanted where !known.contains(name) {
                throw UsageError.unknown("implementation", name, among: known.sorted(), hint: "see 'list'")
            }
        }
        var cases = chosen.flatMap { $0.cases(options) }
        if let twice = Self.firstRepeated(cases.map(\.benchmarkCase.description)) {
            throw UsageError("case '\(twice)' is planned twice; the suite needs a parameter that tells them apart")
        }
        cases = cases.filter { selection.implementations?.contains($0.benchmarkCase.implementation) ?? true }
        cases = try Self.filtered(cases, by: selection.filters)
        guard options.traces.isEmpty || cases.contains(where: { $0.benchmarkCase.suite == ScenariosSuite.name }) else {
            throw UsageError(
                "--trace needs the suite '\(ScenariosSuite.name)', of which no case is chosen; see --suite and --filter"
            )
        }
        var groups = CaseGroup.groups(cases)
        if let shard = selection.shard { groups = Self.part(groups, shard, options) }
        guard !groups.isEmpty else {
            throw UsageError("the selection matches no case; 'list' with the same flags shows what there is")
        }
        self.groups = groups
    }

    private static func filtered(_ cases: [PlannedCase], by filters: [String]) throws(UsageError) -> [PlannedCase] {
        for pattern in filters where !pattern.hasPrefix("!") {
            let glob = Glob(pattern)
            guard cases.contains(where: { glob.matches($0.benchmarkCase.description) }) else {
                throw UsageError(
                    "--filter '\(pattern)' matches no case; it must match the whole name, as '*\(pattern)*' would")
            }
        }
        let filter = try CaseFilter(filters)
        return cases.filter { filter.chooses($0.benchmarkCase.description) }
    }

    /// Whole groups, so that each shard has the references of its ratios; the longest first, each to the shard with the
    /// least to do (Graham's rule), which depends on nothing but the plan.
    private static func part(_ groups: [CaseGroup], _ shard: Shard, _ options: SuiteOptions) -> [CaseGroup] {
        let costs = groups.map { $0.expectedSeconds(options) }
        let order = groups.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
        var loads = [(seconds: Double, groups: Int)](repeating: (0, 0), count: min(shard.count, groups.count))
        var chosen: Set<Int> = []
        for index in order {
            guard let least = loads.indices.min(by: { loads[$0] < loads[$1] }) else { break }
            loads[least].seconds += costs[index]
            loads[least].groups += 1
            if least == shard.index - 1 { chosen.insert(index) }
        }
        return groups.indices.filter(chosen.contains).map { groups[$0] }
    }

    private static func firstRepeated(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }
    }
}
