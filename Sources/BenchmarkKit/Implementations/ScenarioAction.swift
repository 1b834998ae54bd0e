/// Something that a user of the app does, as the scenarios suite replays it.
public struct ScenarioAction: Sendable, Hashable {
    /// What is done.
    public enum Kind: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Gives a record another title.
        case rename
        /// Reads all records of a group.
        case export
        /// Fetches a group from the service, and shows how far that is.
        case pull
        /// Deletes a record, whatever else is being done with it.
        case delete
        /// Types a letter into a search field.
        case type
        /// Brings all records up to date.
        case sync
        /// Looks at a record, and no longer at the one before.
        case open

        /// As it stands in a trace.
        public var description: String { rawValue }

        /// Whether the user's next action of the kind takes its place.
        var isReplaceable: Bool { self == .type || self == .open }
    }

    /// Its position in the trace.
    public let index: Int
    /// When it is done, from the beginning of the trace.
    let microseconds: UInt64
    /// Who does it.
    public let user: Int
    /// What is done.
    public let kind: Kind
    /// Of rename, export, pull and delete: the group.
    public let group: Int
    /// Of rename, delete and open: the record.
    public let record: Int
    /// Of pull: how many steps it shows.
    public let steps: Int
    /// Of type: what the field holds.
    public let text: String

    init(
        index: Int, microseconds: UInt64, user: Int, kind: Kind, group: Int = 0, record: Int = 0, steps: Int = 0,
        text: String = ""
    ) {
        self.index = index
        self.microseconds = microseconds
        self.user = user
        self.kind = kind
        self.group = group
        self.record = record
        self.steps = steps
        self.text = text
    }
}

/// What an implementation of a scenario promises; the suite holds it to no more, and counts the rest.
public struct ScenarioPromises: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Writes to one record are done in the order in which they were asked for, each upon the one before.
    public static let keepsWriteOrder = Self(rawValue: 1)
    /// Once a record is deleted nothing goes on that was asked for before.
    public static let deletesCleanly = Self(rawValue: 2)
    /// A pull's steps are shown in order, and all of them before its result.
    public static let ordersProgress = Self(rawValue: 4)
    /// A result is not shown once its user has asked for another.
    public static let neverStale = Self(rawValue: 8)
    /// No more requests of one sync are in flight than allowed.
    public static let boundsFanOut = Self(rawValue: 16)
}
