import BenchmarkKit
import Foundation

/// Damages of a text file, by chance.
enum Mutation {
    private static let tokens = [
        "nan", "-1", "0", "1e999", "\"", ",", "\r\n", "\u{FEFF}", "{", "}", "[", "]", "null", "true",
        "99999999999999999999",
        "a/b/c=d", ":", "é", "\\",
    ]

    static func mutated(_ bytes: Data, _ generator: inout SeededGenerator) -> Data {
        var bytes = [UInt8](bytes)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: position)
            case 2: bytes.insert(contentsOf: Array(tokens.randomElement(using: &generator)!.utf8), at: position)
            case 3: bytes.removeSubrange(position...)
            case 4:
                // A line twice.
                let start = bytes[..<position].lastIndex(of: 10).map { $0 + 1 } ?? 0
                let end = bytes[position...].firstIndex(of: 10).map { $0 + 1 } ?? bytes.count
                bytes.insert(contentsOf: bytes[start..<end], at: end)
            default:
                let other = Int.random(in: 0..<bytes.count, using: &generator)
                bytes.swapAt(position, other)
            }
        }
        return Data(bytes)
    }
}
