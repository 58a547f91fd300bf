package io.verbus.watch;

/**
 * Watches over a reader that a claim may wait for: whether it has stood still for the time-out while a claim waited.
 * One who looks too late himself accuses nobody: then the time-out begins anew.
 */
public final class Progress {
    /** This share of the time-out is late. */
    private static final int LATE_SHARE = 2;

    private final long timeoutNs;
    private long position = -1;
    private long sinceNs;
    private long lookedNs;

    /**
     * Of a reader that nobody waits for yet.
     *
     * @param timeoutNs after which it is stuck
     */
    public Progress(final long timeoutNs) {
        this.timeoutNs = timeoutNs;
    }

    /**
     * The publisher waits for the reader from now on. To be waited for again and again is no progress.
     *
     * @param nowNs on the monotonic clock
     */
    public void begin(final long nowNs) {
        sinceNs = nowNs;
        lookedNs = nowNs;
    }

    /**
     * Whether the reader stands in the way of a claim, and has stood still for the time-out; to be asked in each duty
     * cycle.
     *
     * @param newPosition of the reader, not to be believed: going back is no progress
     * @param awaited position that it has to reach for the claim that was refused last
     * @param nowNs on the monotonic clock
     * @return true if so
     */
    public boolean isStuck(final long newPosition, final long awaited, final long nowNs) {
        final boolean late = nowNs - lookedNs > timeoutNs / LATE_SHARE;
        if (newPosition >= awaited || newPosition > position || late) {
            sinceNs = nowNs;
        }
        position = Math.max(position, newPosition);
        lookedNs = nowNs;
        return nowNs - sinceNs > timeoutNs;
    }
}
