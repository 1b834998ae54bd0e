import Foundation

/// A folder of a test's own, gone when the test is.
final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Names, sorted; of hidden files too.
    func contents(_ folder: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
    func bytes(_ file: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")) }
    func text(_ file: String) throws -> String { String(decoding: try bytes(file), as: UTF8.self) }
}
