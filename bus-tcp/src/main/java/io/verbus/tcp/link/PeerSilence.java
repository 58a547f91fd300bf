package io.verbus.tcp.link;

import java.util.concurrent.TimeUnit;

/**
 * Ends the epoch of a peer without a sign of life: TCP alone repeats its packets for minutes. A pause of this process
 * is not the peer's silence. By the conductor.
 */
final class PeerSilence {
    private final Connection connection;
    private final long limitNs;
    private long last;
    private long sinceNs;
    private long observedNs;
    private boolean begun;

    PeerSilence(final Connection connection, final long limitNs) {
        this.connection = connection;
        this.limitNs = limitNs;
    }

    void conduct(final long signOfLife, final long nowNs) {
        if (!begun || signOfLife != last || nowNs - observedNs > limitNs / 2) {
            begun = true;
            last = signOfLife;
            sinceNs = nowNs;
        }
        observedNs = nowNs;
        if (nowNs - sinceNs > limitNs) {
            connection.end("lost the connection to " + connection.peer() + ": no sign of life for "
                    + TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms: its process is stopped, or the path is cut");
        }
    }
}
