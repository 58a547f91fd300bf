package io.verbus.internal.conductor;

/**
 * The timeout of something that an observer checks in each of its duty cycles. If the observer itself was late, the
 * timeout restarts: a stalled conductor must not draw conclusions about others.
 */
public final class ObserverTimeout {
    /** An observer is late by this fraction of the timeout. */
    private static final int LATE_SHARE = 2;

    private final long timeoutNs;
    private long sinceNs;
    private long checkedNs;

    /**
     * A timeout to be started.
     *
     * @param timeoutNs after which it is over
     */
    public ObserverTimeout(final long timeoutNs) {
        this.timeoutNs = timeoutNs;
    }

    /**
     * Starts the timeout again.
     *
     * @param nowNs on the monotonic clock
     */
    public void restart(final long nowNs) {
        sinceNs = nowNs;
        checkedNs = nowNs;
    }

    /**
     * Whether the timeout is over; called in each duty cycle.
     *
     * @param nowNs on the monotonic clock
     * @return true if so; false if the observer was late
     */
    public boolean isOver(final long nowNs) {
        if (nowNs - checkedNs > timeoutNs / LATE_SHARE) {
            sinceNs = nowNs;
        }
        checkedNs = nowNs;
        return nowNs - sinceNs > timeoutNs;
    }
}
