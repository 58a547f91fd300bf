package io.verbus.net.connection;

/**
 * The silence of a peer whose death the network does not report: TCP repeats a packet for minutes. If the observer
 * itself is late, the time starts again. By the conductor.
 */
public final class PeerSilence {
    private final long limitNs;
    private long last;
    private long sinceNs;
    private long observedNs;
    private boolean begun;

    /**
     * For one connection.
     *
     * @param limitNs longest silence of a living peer
     */
    public PeerSilence(final long limitNs) {
        this.limitNs = limitNs;
    }

    /** {@return the longest silence of a living peer, in nanoseconds} */
    public long limitNs() {
        return limitNs;
    }

    /**
     * Observes the peer, in each duty cycle.
     *
     * @param signOfLife changes while the peer lives
     * @param nowNs on the monotonic clock
     * @return whether it has been silent for too long
     */
    public boolean isOver(final long signOfLife, final long nowNs) {
        if (!begun || signOfLife != last || nowNs - observedNs > limitNs / 2) {
            begun = true;
            last = signOfLife;
            sinceNs = nowNs;
        }
        observedNs = nowNs;
        return nowNs - sinceNs > limitNs;
    }
}
