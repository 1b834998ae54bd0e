/// A part of a report with a heading, and a place in its table of contents.
package struct ReportSection: Sendable {
    /// For links to it: lower case, without spaces.
    package let id: String
    package let title: String
    package let body: HTML

    package init(id: String, title: String, body: HTML) {
        self.id = id
        self.title = title
        self.body = body
    }

    var html: HTML {
        """
        <section id="\(id)" aria-labelledby="\(id)-title">
        <h2 id="\(id)-title">\(title)</h2>
        \(body)
        </section>
        """
    }
}
