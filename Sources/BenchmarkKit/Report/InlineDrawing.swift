import Foundation

/// A picture by gnuplot, put into a page.
enum InlineDrawing {
    /// - Parameters:
    ///   - svg: A whole SVG file.
    ///   - id: No other drawing of the page has it: gnuplot gives the same names to the parts of all of its drawings.
    ///   - title: What it is, for those who do not see it.
    ///   - description: What it shows.
    /// - Returns: `nil` of something that is not a drawing.
    static func html(svg: String, id: String, title: String, description: String) -> HTML? {
        guard let start = svg.range(of: "<svg"), let end = svg.range(of: "</svg>", options: .backwards),
            let tagEnd = svg.range(of: ">", range: start.upperBound..<svg.endIndex)
        else { return nil }
        var content = String(svg[tagEnd.upperBound..<end.lowerBound])
        for element in ["title", "desc"] { remove(element, from: &content) }
        for (old, new) in [
            ("id='", "id='\(id)-"), ("id=\"", "id=\"\(id)-"), ("href='#", "href='#\(id)-"), ("url(#", "url(#\(id)-"),
        ] {
            content = content.replacing(old, with: new)
        }
        let opening = String(svg[start.lowerBound..<tagEnd.lowerBound])
        let labels: HTML = """
             role="img" aria-labelledby="\(id)-title \(id)-desc"><title id="\(id)-title">\(title)</title>
            <desc id="\(id)-desc">\(description)</desc>
            """
        return HTML(trusted: opening + labels.description + content + "</svg>")
    }

    private static func remove(_ element: String, from text: inout String) {
        guard let start = text.range(of: "<\(element)>"), let end = text.range(of: "</\(element)>") else { return }
        text.removeSubrange(start.lowerBound..<end.upperBound)
    }
}
