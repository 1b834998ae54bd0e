import KeyedModel
import Observation
import TestSupport
import Testing

private final class FakeService: ProfileService {
    let log = EventLog<String>()
    let gates = Shared<[String: Gate]>([:])

    func gate(_ label: String) -> Gate {
        if let gate = gates.value[label] { return gate }
        let gate = Gate()
        gates.update { $0[label] = gate }
        return gate
    }

    func name() async -> String {
        log.append("load as \(Task.name ?? "nobody")")
        await gate("load").wait()
        return "Ada"
    }
    func save(_ name: String) async {
        log.append("save \(name)")
        await gate(name).wait()
        log.append("saved \(name)")
    }
    func names(like text: String) async -> [String] {
        await gate(text).wait()
        return [text]
    }
}

@MainActor
struct KeyedModelTests {
    private let service = FakeService()

    @Test func `A second load joins the first, and observers see that it runs`() async {
        let systemUnderTest = ProfileModel(service: service)
        let told = EventLog<Bool>()
        withObservationTracking {
            _ = systemUnderTest.isLoading
        } onChange: {
            told.append(true)
        }
        let first = systemUnderTest.load()
        #expect(systemUnderTest.load() == first)
        #expect(systemUnderTest.isLoading && told.events == [true])
        service.gate("load").open()
        await first.value
        #expect(systemUnderTest.name == "Ada" && !systemUnderTest.isLoading)
        #expect(service.log.events == ["load as Profile.load.0"])
    }

    @Test func `Saves follow each other in order`() async {
        let systemUnderTest = ProfileModel(service: service)
        for name in ["a", "b"] { service.gate(name).open() }
        systemUnderTest.save("a")
        await systemUnderTest.save("b").value
        #expect(service.log.events == ["save a", "saved a", "save b", "saved b"])
        #expect(systemUnderTest.name == "b")
    }

    @Test func `The newest search takes the place of the one before`() async {
        let systemUnderTest = ProfileModel(service: service)
        let first = systemUnderTest.search("old")
        service.gate("new").open()
        await systemUnderTest.search("new").value
        service.gate("old").open()
        await first.value
        #expect(systemUnderTest.matches == ["new"])
    }

    @Test func `Releasing the model cancels its tasks`() async {
        var systemUnderTest: ProfileModel? = ProfileModel(service: service)
        let search = systemUnderTest!.search("text")
        systemUnderTest = nil
        #expect(search.isCancelled)
        service.gate("text").open()
        await search.value
    }
}
