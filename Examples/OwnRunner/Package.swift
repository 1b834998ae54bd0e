// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as yours would be; it would name this one by its address instead of its path.
let package = Package(
    name: "own-runner",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-task-runners", path: "../..")],
    targets: [
        .executableTarget(
            name: "own-runner", dependencies: [.product(name: "BenchmarkKit", package: "swift-task-runners")]),
        .executableTarget(
            name: "broken-runner", dependencies: [.product(name: "BenchmarkKit", package: "swift-task-runners")]),
    ],
    swiftLanguageModes: [.v6]
)
