import PhotoLibrary
import TaskRunners
import TestSupport
import Testing

private final class FakeService: PhotoService {
    let count: Int
    let log = EventLog<String>()
    let gate = Gate()
    let inside = Shared((now: 0, most: 0))
    let failing: Int?

    init(count: Int = 20, failing: Int? = nil, isOpen: Bool = true) {
        self.count = count
        self.failing = failing
        if isOpen { gate.open() }
    }

    func photoIDs() async throws -> [Int] { Array(0..<count) }

    func photo(_ id: Int) async throws -> Photo {
        log.append("photo \(id)")
        return try await visit(id)
    }

    func upload(_ photo: Photo) async throws {
        _ = try await visit(photo.id)
        log.append("uploaded \(photo.id)")
    }

    private func visit(_ id: Int) async throws -> Photo {
        inside.update {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
        defer { inside.update { $0.now -= 1 } }
        await gate.wait()
        await Task.yield()
        if id == failing { throw Failure(id) }
        try Task.checkCancellation()
        return Photo(id: id, caption: "photo \(id)")
    }
}

struct PhotoLibraryTests {
    @Test func `Many who ask for one photo at once make one request, and later ones none`() async throws {
        let service = FakeService(isOpen: false)
        let systemUnderTest = CachedPhotoRepository(service: service)
        let callers = (0..<10).map { _ in Task { try await systemUnderTest.photo(3) } }
        while service.log.events.isEmpty { await Task.yield() }
        service.gate.open()
        for caller in callers { #expect(try await caller.value == Photo(id: 3, caption: "photo 3")) }
        _ = try await systemUnderTest.photo(3)
        // Those that came when the first request had ended found the photo in the cache.
        #expect(service.log.events == ["photo 3"])
    }

    @Test func `A pull asks for at most six at a time and keeps the order`() async throws {
        let service = FakeService()
        let systemUnderTest = CachedPhotoRepository(service: service)
        #expect(try await systemUnderTest.pull().map(\.id) == Array(0..<20))
        #expect(service.inside.value.most <= 6)
        _ = try await systemUnderTest.photo(7)
        #expect(service.log.events.count == 20)
    }

    @Test func `A pull that fails leaves the cache as it was`() async throws {
        let service = FakeService(failing: 5)
        let systemUnderTest = CachedPhotoRepository(service: service)
        await #expect(throws: Failure(5)) { try await systemUnderTest.pull() }
        let asked = service.log.events.count
        _ = try await systemUnderTest.photo(0)
        #expect(service.log.events.count == asked + 1)
    }

    @Test func `A cancelled pull cancels its requests`() async {
        let service = FakeService(isOpen: false)
        let systemUnderTest = CachedPhotoRepository(service: service)
        let pull = Task { try await systemUnderTest.pull() }
        while service.log.events.count < 6 { await Task.yield() }
        pull.cancel()
        service.gate.open()
        await #expect(throws: CancellationError.self) { try await pull.value }
        #expect(service.log.events.count == 6)
    }

    @Test func `A second push while one runs is refused`() async throws {
        let service = FakeService(isOpen: false)
        let systemUnderTest = CachedPhotoRepository(service: service)
        let photos = (0..<5).map { Photo(id: $0, caption: "") }
        let first = Task { try await systemUnderTest.push(photos) }
        while service.inside.value.now < 3 { await Task.yield() }
        await #expect(throws: ExclusiveGate.Busy.self) { try await systemUnderTest.push(photos) }
        service.gate.open()
        try await first.value
        #expect(service.log.events.sorted() == (0..<5).map { "uploaded \($0)" })
        try await systemUnderTest.push([])
    }
}
