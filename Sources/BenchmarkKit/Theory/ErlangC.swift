/// A queue with Poisson arrivals, exponential services and c servers, first come, first served: M/M/c.
///
/// Source: Harchol-Balter, *Performance Modeling and Design of Computer Systems*, Cambridge 2013, chapter 14; the recursion
/// for Erlang's B is in Gross and Harris, *Fundamentals of Queueing Theory*, chapter 2.
package struct ErlangC: Sendable, Hashable {
    package let servers: Int
    /// a = λE[S]: the servers that would be busy on average were there enough of them.
    package let offeredLoad: Double

    /// - Parameters:
    ///   - servers: c, at least 1.
    ///   - offeredLoad: a = λE[S].
    package init(servers: Int, offeredLoad: Double) {
        self.servers = servers
        self.offeredLoad = offeredLoad
    }

    /// ρ = a / c.
    package var utilisation: Double { offeredLoad / Double(servers) }

    /// C(c, a): the probability that an arrival finds all servers busy; 1 from ρ = 1 on.
    ///
    /// From Erlang's B by its recursion, B(0) = 1, B(k) = aB(k−1) / (k + aB(k−1)): C = B / (1 − ρ(1 − B)).
    package var waitingProbability: Double {
        guard utilisation < 1 else { return 1 }
        let loss = (1...servers).reduce(1.0) { loss, k in offeredLoad * loss / (Double(k) + offeredLoad * loss) }
        return loss / (1 - utilisation * (1 - loss))
    }

    /// W = C(c, a) · E[S] / (c(1 − ρ)) + (1 − C(c, a)) · E[D].
    ///
    /// The last term is what waking an idle server costs those that find one, to first order: it holds where D is short
    /// against a service.
    ///
    /// - Parameters:
    ///   - meanService: E[S].
    ///   - meanSetUp: E[D], from an arrival at an idle server to its start.
    /// - Returns: Mean time from arrival to start, in the unit of E[S]; infinite from ρ = 1 on.
    package func meanWait(meanService: Double, meanSetUp: Double = 0) -> Double {
        guard utilisation < 1 else { return .infinity }
        let waiting = waitingProbability
        return waiting * meanService / (Double(servers) * (1 - utilisation)) + (1 - waiting) * meanSetUp
    }
}
