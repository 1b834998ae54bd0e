/// A whole report: one HTML file that needs no other and no network.
package struct ReportPage: Sendable {
    package let title: String
    /// Under the title: what was measured when and where.
    package let subtitle: String
    package let sections: [ReportSection]
    /// The program that wrote it.
    package let tool: String

    package init(title: String, subtitle: String, sections: [ReportSection], tool: String) {
        self.title = title
        self.subtitle = subtitle
        self.sections = sections
        self.tool = tool
    }

    package var html: String {
        let links = sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" as HTML }
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="data:,">
            <title>\(title)</title>
            <style>
            \(ReportStyle.css)
            </style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p class="soft">\(subtitle)</p>
            </header>
            <nav aria-label="Contents"><ul>
            \(links.lines)
            </ul></nav>
            <main>
            \(sections.map(\.html).lines)
            </main>
            <footer><p>Written by \(tool) from summary.csv, samples.csv and environment.json.</p></footer>
            <script>
            \(ReportStyle.script)
            </script>
            </body>
            </html>

            """
        return page.description
    }
}
