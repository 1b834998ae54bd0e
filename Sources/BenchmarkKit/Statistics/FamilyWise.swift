/// p-values corrected for how many questions were asked at once.
package enum FamilyWise {
    /// Holm's step-down correction: the chance of even one false 'different' among all is at most the level to which the
    /// result is compared, however the questions depend on each other.
    ///
    /// Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
    /// - Returns: one for each of `pValues`, in their order.
    package static func holm(_ pValues: [Double]) -> [Double] {
        let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
        var corrected = pValues
        var largest = 0.0
        for (position, index) in order.enumerated() {
            largest = max(largest, min(1, pValues[index] * Double(pValues.count - position)))
            corrected[index] = largest
        }
        return corrected
    }
}
