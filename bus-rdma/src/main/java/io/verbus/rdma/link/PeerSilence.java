package io.verbus.rdma.link;

/**
 * Ends the epoch of a peer without heartbeats, on iWARP: there a packet has no acknowledgement timeout, and TCP repeats
 * it for minutes. Elsewhere the device reports a dead peer, and a stopped one keeps its connection. If the observer
 * itself is late, the time starts again. By the conductor.
 */
final class PeerSilence {
    private final Epoch epoch;
    private final long limitNs;
    private long last;
    private long sinceNs;
    private long observedNs;
    private boolean begun;

    private PeerSilence(final Epoch epoch, final long limitNs) {
        this.epoch = epoch;
        this.limitNs = limitNs;
    }

    static PeerSilence of(final Epoch epoch) {
        return new PeerSilence(epoch, epoch.id().device().iwarp() ? epoch.route().silenceNs() : Long.MAX_VALUE);
    }

    void conduct(final long heartbeat, final long nowNs) {
        if (limitNs == Long.MAX_VALUE) {
            return;
        }
        if (!begun || heartbeat != last || nowNs - observedNs > limitNs / 2) {
            begun = true;
            last = heartbeat;
            sinceNs = nowNs;
        }
        observedNs = nowNs;
        if (nowNs - sinceNs > limitNs) {
            epoch.end(EpochCauses.silence(epoch.peer(), limitNs));
        }
    }
}
