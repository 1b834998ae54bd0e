import Foundation

/// Which implementation has which look. The looks themselves, a line each, and the names that own one are in
/// `scripts/charts/palette.csv`, which the gnuplot scripts read too.
package struct ChartPalette: Sendable, Hashable {
    static let columns = ["slot", "colour", "dash", "point", "width", "names"]

    private let slots: [Int]
    private let owners: [String: Int]

    /// - Parameters:
    ///   - slots: all there are, in the order in which unknown implementations get them.
    ///   - owners: the slots of the implementations that have one of their own.
    package init(slots: [Int], owners: [String: Int]) {
        self.slots = slots
        self.owners = owners
    }

    /// Reads `palette.csv`.
    package init(_ bytes: some Collection<UInt8>, file: String) throws(CSVError) {
        var slots: [Int] = []
        var owners: [String: Int] = [:]
        for record in try CSVReader.records(bytes, file: file, columns: Self.columns) {
            let slot = try record.int("slot")
            guard !slots.contains(slot) else { throw record.error("slot \(slot) occurs twice") }
            slots.append(slot)
            for name in record["names"].split(separator: " ") {
                guard owners.updateValue(slot, forKey: String(name)) == nil else {
                    throw record.error("'\(name)' has two slots")
                }
            }
        }
        // Slot 0 is for what is no implementation, such as theory.
        self.init(slots: slots.filter { $0 != 0 }, owners: owners)
    }

    /// The look of each implementation of a run: its own, or else the next that no other implementation of the run has.
    /// So it depends on the run's implementations and their order only, and is the same in all of its charts.
    package func slots(of implementations: [String]) -> [String: Int] {
        var given: [String: Int] = [:]
        for name in implementations { given[name] = owners[name] }
        let taken = Set(given.values)
        let free = slots.filter { !taken.contains($0) }
        // More implementations than looks: they begin again.
        let choice = free.isEmpty ? slots : free
        guard !choice.isEmpty else { return given }
        var next = 0
        for name in implementations where given[name] == nil {
            given[name] = choice[next % choice.count]
            next += 1
        }
        return given
    }
}
