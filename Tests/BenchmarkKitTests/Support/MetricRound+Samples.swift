import BenchmarkKit

extension MetricRound {
    /// Empty where there is a histogram instead.
    var samples: [Double] {
        if case .samples(let samples) = values { samples } else { [] }
    }
}
