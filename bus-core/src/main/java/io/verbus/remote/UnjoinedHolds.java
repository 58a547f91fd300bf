package io.verbus.remote;

import java.util.Collection;

/**
 * Bounds how long subscriptions that were offered a place, and have not joined, hold up claims: all of them together,
 * at
 * most {@link #SHARE_NS} and one duty cycle in each {@link #WINDOW_NS}. When that is used up, the log is held for none
 * of them: one whose place has gone when it joins is offered another. Used by the conductor.
 */
final class UnjoinedHolds {
    /** Refused claims that are put up with in each window. */
    static final long SHARE_NS = 50_000_000;
    /** Length of a window. */
    static final long WINDOW_NS = 1_000_000_000;

    private long windowNs;
    private long usedNs;
    private long lookedNs;

    /** Whether the log may be held for one that joins. */
    boolean mayHold(final long nowNs) {
        begin(nowNs);
        return usedNs < SHARE_NS;
    }

    /**
     * Lets go of them all when their share is used up.
     *
     * @param readers that are known
     * @param awaited position that a claim was refused for since the last call; 0 if none was
     * @param nowNs on the monotonic clock
     */
    void watch(final Collection<RemoteReader> readers, final long awaited, final long nowNs) {
        begin(nowNs);
        final boolean holding = readers.stream().anyMatch(reader -> !reader.isJoined() && reader.lowest() < awaited);
        usedNs += holding ? nowNs - lookedNs : 0;
        lookedNs = nowNs;
        if (holding && usedNs >= SHARE_NS) {
            readers.stream().filter(reader -> !reader.isJoined()).forEach(reader -> reader.hold(RemoteReader.NOWHERE));
        }
    }

    private void begin(final long nowNs) {
        if (nowNs - windowNs >= WINDOW_NS) {
            windowNs = nowNs;
            usedNs = 0;
        }
    }
}
