import TestSupport
import Testing
import TypeAhead

@MainActor
struct TypeAheadTests {
    private let clock = ManualClock()
    private let requests = EventLog<String>()

    /// Types each text, a little too fast for a request in between.
    private func type(_ texts: [String], into model: SearchModel) async {
        for text in texts {
            let before = model.search
            model.query = text
            await before?.value
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(100))
        }
    }

    @Test func `A burst of keystrokes makes one request, and shows its results`() async {
        let systemUnderTest = SearchModel(clock: clock) { [requests] query in
            requests.append(query)
            return [query.uppercased()]
        }
        await type(["c", "ca", "cat"], into: systemUnderTest)
        clock.advance(by: .milliseconds(200))
        await systemUnderTest.search?.value
        #expect(requests.events == ["cat"])
        #expect(systemUnderTest.results == ["CAT"])
    }

    @Test func `Results of an older query are never shown, however late they come`() async {
        let gate = Gate()
        let asked = Gate()
        let systemUnderTest = SearchModel(clock: clock) { query in
            if query == "old" {
                asked.open()
                await gate.wait()
            }
            return [query]
        }
        await type(["old"], into: systemUnderTest)
        clock.advance(by: .milliseconds(200))
        await asked.wait()
        let old = systemUnderTest.search
        systemUnderTest.query = "new"
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(300))
        await systemUnderTest.search?.value
        gate.open()
        await old?.value
        #expect(systemUnderTest.results == ["new"])
        #expect(systemUnderTest.failure == nil)
    }

    @Test func `An empty query clears the results at once and asks nobody`() async {
        let systemUnderTest = SearchModel(clock: clock) { [requests] query in
            requests.append(query)
            return [query]
        }
        await type(["c"], into: systemUnderTest)
        let search = systemUnderTest.search
        systemUnderTest.query = "  "
        await search?.value
        #expect(systemUnderTest.results == [] && requests.events == [] && clock.deadlines == [])
    }

    @Test func `A failure of the newest search is shown`() async {
        let systemUnderTest = SearchModel(clock: clock) { _ in throw Failure(1) }
        await type(["c"], into: systemUnderTest)
        clock.advance(by: .milliseconds(200))
        await systemUnderTest.search?.value
        #expect(systemUnderTest.failure != nil)
    }
}
