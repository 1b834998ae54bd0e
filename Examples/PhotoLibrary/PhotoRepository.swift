import TaskRunners

public struct Photo: Sendable, Hashable, Identifiable {
    public let id: Int
    public let caption: String

    public init(id: Int, caption: String) {
        self.id = id
        self.caption = caption
    }
}

public protocol PhotoService: Sendable {
    func photoIDs() async throws -> [Int]
    func photo(_ id: Int) async throws -> Photo
    func upload(_ photo: Photo) async throws
}

/// What the rest of the app knows.
public protocol PhotoRepository: Sendable {
    func photo(_ id: Int) async throws -> Photo
    func pull() async throws -> [Photo]
    func push(_ photos: [Photo]) async throws
}

/// An actor guards the cache; single flights, a gate and bounded fan-out keep the service from being asked too much.
public actor CachedPhotoRepository: PhotoRepository {
    private let service: any PhotoService
    private var cache: [Int: Photo] = [:]
    private let loads = SingleFlight<Int, Photo>()
    private let pushGate = ExclusiveGate(name: "push")

    public init(service: any PhotoService) {
        self.service = service
    }

    /// Many views that ask for one photo at the same time make one request.
    public func photo(_ id: Int) async throws -> Photo {
        if let cached = cache[id] { return cached }
        // Remembered before the flight ends: whoever comes later finds the photo, and whoever comes earlier joins.
        return try await loads.run(id) { [service] in await self.remember(try await service.photo(id)) }
    }

    /// The actor was free while the photo was loaded: what is there now is at least as new.
    private func remember(_ photo: Photo) -> Photo {
        let newest = cache[photo.id] ?? photo
        cache[photo.id] = newest
        return newest
    }

    /// Six requests at a time, in the order of the service, and none left behind when one fails or the caller gives up.
    public func pull() async throws -> [Photo] {
        let photos = try await service.photoIDs().concurrentMap(limit: 6) { [service] id in
            try await service.photo(id)
        }
        try Task.checkCancellation()
        for photo in photos { cache[photo.id] = photo }
        return photos
    }

    /// - Throws: `ExclusiveGate.Busy` while another push runs: tapping twice does not upload twice.
    public func push(_ photos: [Photo]) async throws {
        try await pushGate.run { [service] in
            try await photos.concurrentForEach(limit: 3) { try await service.upload($0) }
        }
    }
}
