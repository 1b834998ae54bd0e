// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-task-runners",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "TaskRunners", targets: ["TaskRunners"]),
        .library(name: "TaskStore", targets: ["TaskStore"]),
        .library(name: "BenchmarkKit", targets: ["BenchmarkKit"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    targets: [
        .target(name: "TaskRunners"),
        .target(name: "TaskStore"),
        .systemLibrary(
            name: "CJemalloc", pkgConfig: "jemalloc",
            providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
        .target(name: "BenchmarkKit", dependencies: ["CJemalloc"]),
        .executableTarget(
            name: "bench", dependencies: ["BenchmarkKit", "TaskRunners", "TaskStore"], path: "Benchmarks/bench"),
        .target(name: "RecipeBook", dependencies: ["TaskRunners"], path: "Examples/RecipeBook"),
        .target(name: "TypeAhead", dependencies: ["TaskRunners"], path: "Examples/TypeAhead"),
        .target(name: "PhotoLibrary", dependencies: ["TaskRunners"], path: "Examples/PhotoLibrary"),
        .target(name: "KeyedModel", dependencies: ["TaskStore"], path: "Examples/KeyedModel"),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["RecipeBook", "TypeAhead", "PhotoLibrary", "KeyedModel", "TaskRunners", "TestSupport"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "TaskRunnersTests", dependencies: ["TaskRunners", "TestSupport"]),
        .testTarget(name: "TaskStoreTests", dependencies: ["TaskStore", "TestSupport"]),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit", "TestSupport"]),
        .testTarget(name: "BenchTests", dependencies: ["BenchmarkKit", "bench", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
