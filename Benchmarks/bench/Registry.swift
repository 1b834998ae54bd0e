import BenchmarkKit

/// What `bench` measures. To measure your own runner, write a package whose executable hands its adapter to the
/// same suites.
enum Registry {
    /// The first is the reference of the ratios.
    static let implementations: [any SubmissionImplementation.Type] = [
        BareTaskAdapter.self, SerialRunnerAdapter.self, GroupedRunnerAdapter.self, ChainedTasksAdapter.self,
        AsyncStreamAdapter.self, ActorAdapter.self, SerialQueueAdapter.self, BarrierQueueAdapter.self,
        OperationQueueAdapter.self, MainActorTaskAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let stores: [any StoreImplementation.Type] = [
        BareTaskStoreAdapter.self, TaskStoreAdapter.self, TaskDictionaryAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let fanOuts: [any FanOutImplementation.Type] = [
        UnboundedGroupAdapter.self, ConcurrentForEachAdapter.self, SemaphoreActorAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let progresses: [any ProgressImplementation.Type] = [
        TaskPerEventAdapter.self, AsyncStreamProgressAdapter.self, ReportingJobAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let cancellations: [any CancellationImplementation.Type] = [
        BareCancellationAdapter.self, SerialCancellationAdapter.self, GroupedCancellationAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let groupeds: [any GroupedImplementation.Type] = [
        GroupedFairnessAdapter.self, SerialFairnessAdapter.self, ActorFairnessAdapter.self,
        BarrierFairnessAdapter.self, LockFairnessAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let notebooks: [any NotebookImplementation.Type] = [
        BareNotebookAdapter.self, MainActorNotebookAdapter.self, SerialNotebookAdapter.self,
        GroupedNotebookAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let searches: [any SearchImplementation.Type] = [
        BareSearchAdapter.self, SerialSearchAdapter.self, HandWrittenSearchAdapter.self,
        LatestTaskSearchAdapter.self,
    ]

    /// The first is the reference of the ratios.
    static let repositories: [any RepositoryImplementation.Type] = [
        TaskGroupRepositoryAdapter.self, SerialRepositoryAdapter.self, FanOutRepositoryAdapter.self,
    ]

    static let suites: [any BenchmarkSuite] = [
        ThroughputSuite(implementations), LatencySuite(implementations, readers: groupeds), FairnessSuite(groupeds),
        ProgressSuite(progresses),
        StoreSuite(stores), FanOutSuite(fanOuts), CancellationSuite(cancellations),
        ScenariosSuite(notebooks: notebooks, searches: searches, repositories: repositories),
    ]
}
