import Foundation

/// A ratio as a bar of eighth blocks on a logarithmic scale: each cell is a factor of two, three cells are 1×.
///
/// It ends at 1/8× on the left, where a sliver is left, and at 128× on the right.
enum RatioBar {
    static let width = 10
    /// Doublings on the left of 1×.
    private static let halvings = 3.0
    /// One to eight eighths of a cell, from the left.
    private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// At most ``width`` characters; nothing of what is no ratio.
    static func text(_ ratio: Double?) -> String {
        guard let ratio, ratio.isFinite, ratio > 0 else { return "" }
        let cells = min(max(log2(ratio) + halvings, 0), Double(width))
        let eighths = max(Int((cells * 8).rounded()), 1)
        let rest = eighths % 8
        return String(repeating: blocks[7], count: eighths / 8) + (rest > 0 ? String(blocks[rest - 1]) : "")
    }
}
