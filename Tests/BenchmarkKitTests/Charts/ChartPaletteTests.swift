import Testing

@testable import BenchmarkKit

@Suite("The charts' palette")
struct ChartPaletteTests {
    private let systemUnderTest = ChartPalette(slots: [1, 2, 3, 4], owners: ["serial": 1, "task": 3])

    @Test func `An implementation with a look of its own has it in every run`() {
        #expect(systemUnderTest.slots(of: ["x", "serial", "y", "task"])["serial"] == 1)
        #expect(systemUnderTest.slots(of: ["task", "serial"]) == ["task": 3, "serial": 1])
    }

    @Test func `Unknown ones get the looks that are free, in their order`() {
        #expect(systemUnderTest.slots(of: ["x", "serial", "y", "task"]) == ["x": 2, "serial": 1, "y": 4, "task": 3])
        #expect(systemUnderTest.slots(of: ["x", "y"]) == ["x": 1, "y": 2])
    }

    @Test func `Where there are more than looks, they begin again`() {
        #expect(systemUnderTest.slots(of: ["serial", "task", "a", "b", "c"])["c"] == 2)
        let every = systemUnderTest.slots(of: ["a", "b", "c", "d", "e", "f"])
        #expect(every["e"] == 1 && every["f"] == 2)
    }

    @Test func `The package's own gives the comparison's implementations looks of their own, ours thick and dark`()
        throws
    {
        let scripts = try ChartScripts.find()
        let names = [
            "task", "serial", "grouped", "chained-tasks", "async-stream", "actor", "gcd-serial", "gcd-barrier",
            "operation-queue", "main-actor-task",
        ]
        let slots = try scripts.palette().slots(of: names)
        #expect(Set(slots.values).count == names.count)
        #expect(slots["serial"] == 1 && slots["grouped"] == 2)
    }

    @Test func `A name with two looks, and a look twice, are errors with their line`() {
        let header = "slot,colour,dash,point,width,names\n"
        #expect(throws: CSVError(file: "p", line: 3, problem: "'a' has two slots")) {
            try ChartPalette((header + "1,#000000,1,1,1,a\n2,#000000,1,1,1,b a\n").utf8, file: "p")
        }
        #expect(throws: CSVError(file: "p", line: 3, problem: "slot 1 occurs twice")) {
            try ChartPalette((header + "1,#000000,1,1,1,a\n1,#000000,1,1,1,b\n").utf8, file: "p")
        }
    }
}
