package io.verbus.internal.conductor;

/**
 * Monitors the progress of a reader: whether it has consumed nothing for the timeout while it blocked claims. If the
 * observer itself was late, the timeout restarts: a stalled conductor must not evict readers.
 */
public final class ProgressMonitor {
    /** An observer is late by this fraction of the timeout. */
    private static final int LATE_SHARE = 2;

    private final long timeoutNs;
    private long position = -1;
    private long sinceNs;
    private long checkedNs;

    /**
     * Starts with a reader that gates nothing.
     *
     * @param timeoutNs after which the reader is stuck
     */
    public ProgressMonitor(final long timeoutNs) {
        this.timeoutNs = timeoutNs;
    }

    /**
     * Starts the timeout: the reader gates the publisher from now on. A repeated acknowledgement is not progress.
     *
     * @param nowNs on the monotonic clock
     */
    public void begin(final long nowNs) {
        sinceNs = nowNs;
        checkedNs = nowNs;
    }

    /**
     * Whether the reader blocks a claim and has consumed nothing for the timeout; called in each duty cycle.
     *
     * @param newPosition of the reader, not trusted: moving back is not progress
     * @param awaited position that the last refused claim needs
     * @param nowNs on the monotonic clock
     * @return true if so
     */
    public boolean isStuck(final long newPosition, final long awaited, final long nowNs) {
        final boolean late = nowNs - checkedNs > timeoutNs / LATE_SHARE;
        if (newPosition >= awaited || newPosition > position || late) {
            sinceNs = nowNs;
        }
        position = Math.max(position, newPosition);
        checkedNs = nowNs;
        return nowNs - sinceNs > timeoutNs;
    }
}
