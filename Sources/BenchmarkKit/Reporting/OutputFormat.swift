/// `--format`: how standard output gives the figures.
package enum OutputFormat: String, Sendable, CaseIterable {
    /// For people; the others are for programs and documents.
    case table
    case csv, json, markdown
}
