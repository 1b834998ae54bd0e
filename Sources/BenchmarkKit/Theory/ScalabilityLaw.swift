import Foundation

/// Gunther's Universal Scalability Law: the throughput of N workers is X(N) = λN / (1 + σ(N − 1) + κN(N − 1)), where σ is
/// the share of the work that they take in turns and κ what each pair costs to keep in step.
///
/// N. J. Gunther, *Guerrilla Capacity Planning* (2007), ch. 4–6. The law is linear in 1/λ, σ/λ and κ/λ for N/X, so that
/// the fit is a linear least squares one of relative errors, with none of the three below 0.
package struct ScalabilityLaw: Sendable, Hashable {
    /// Throughput of one worker, in the unit of the points fitted.
    package let lambda: Double
    package let sigma: Double
    package let kappa: Double
    /// Root of the mean squared relative error of X over the points.
    package let error: Double

    /// Of known parameters; its ``error`` is 0.
    package init(lambda: Double, sigma: Double, kappa: Double) {
        self.lambda = lambda
        self.sigma = sigma
        self.kappa = kappa
        error = 0
    }

    package func throughput(_ workers: Double) -> Double {
        lambda * workers / (1 + sigma * (workers - 1) + kappa * workers * (workers - 1))
    }

    /// The number of workers with the highest throughput: √((1 − σ) / κ), at least 1 and at most `most`.
    package func knee(most: Double) -> Double {
        guard kappa > 0 else { return most }
        return min(max((max(1 - sigma, 0) / kappa).squareRoot(), 1), most)
    }

    /// - Parameter points: Workers and throughput, both above 0; at least three different numbers of workers.
    /// - Returns: `nil` of fewer.
    package init?(fitting points: [(workers: Double, throughput: Double)]) {
        guard Set(points.map(\.workers)).count >= 3, points.allSatisfy({ $0.workers > 0 && $0.throughput > 0 }) else {
            return nil
        }
        // Each row over its N/X: relative errors.
        let rows = points.map { point -> [Double] in
            let (n, y) = (point.workers, point.workers / point.throughput)
            return [1 / y, (n - 1) / y, n * (n - 1) / y]
        }
        // Of the fits with some of σ and κ at 0, the best that has nothing below 0.
        let candidates = [[0, 1, 2], [0, 1], [0, 2], [0]].compactMap {
            columns -> (parameters: [Double], error: Double)? in
            guard let solution = Self.leastSquares(rows.map { row in columns.map { row[$0] } }),
                solution[0] > 0, solution.allSatisfy({ $0 >= 0 })
            else { return nil }
            var parameters = [0.0, 0, 0]
            for (index, column) in columns.enumerated() { parameters[column] = solution[index] }
            let residuals = rows.map { row in zip(row, parameters).reduce(-1) { $0 + $1.0 * $1.1 } }
            return (parameters, residuals.reduce(0) { $0 + $1 * $1 })
        }
        guard let best = candidates.min(by: { $0.error < $1.error }) else { return nil }
        lambda = 1 / best.parameters[0]
        sigma = best.parameters[1] / best.parameters[0]
        kappa = best.parameters[2] / best.parameters[0]
        let (lambda, sigma, kappa) = (lambda, sigma, kappa)
        let squares = points.map { point -> Double in
            let n = point.workers
            let fitted = lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))
            return (fitted / point.throughput - 1) * (fitted / point.throughput - 1)
        }
        error = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// The x for which `rows`·x is closest to ones, by the normal equations; `nil` where they are singular.
    private static func leastSquares(_ rows: [[Double]]) -> [Double]? {
        let count = rows[0].count
        var matrix = (0..<count).map { i in
            (0..<count).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } + [rows.reduce(0) { $0 + $1[i] }]
        }
        for pivot in 0..<count {
            guard let row = (pivot..<count).max(by: { abs(matrix[$0][pivot]) < abs(matrix[$1][pivot]) }),
                abs(matrix[row][pivot]) > 1e-300
            else { return nil }
            matrix.swapAt(pivot, row)
            for other in 0..<count where other != pivot {
                let factor = matrix[other][pivot] / matrix[pivot][pivot]
                for column in pivot...count { matrix[other][column] -= factor * matrix[pivot][column] }
            }
        }
        return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
    }
}
