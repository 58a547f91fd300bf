package io.verbus.internal.duty;

/**
 * Interval timer: {@link #isDue} returns true at most once per interval. For liveness checks, which take three system
 * calls: too many for every duty cycle, and unnecessary for a process with a heartbeat.
 */
public final class IntervalTimer {
    /** The death of a process is noticed within twice this time and two duty cycles. */
    public static final long LIVENESS_NS = 50_000_000;
    /** Time between retries after a failure with a passing cause. */
    public static final long RETRY_NS = 1_000_000_000;

    private final long intervalNs;
    private long lastNs;
    private boolean started;

    /**
     * Starts before the first interval.
     *
     * @param intervalNs length of the interval
     */
    public IntervalTimer(final long intervalNs) {
        this.intervalNs = intervalNs;
    }

    /**
     * An interval that differs between ids: many processes that lose the same peer do not retry at the same moments.
     *
     * @param intervalNs the longest
     * @param id drawn at random
     * @return from three quarters of the longest
     */
    public static long scattered(final long intervalNs, final long id) {
        return intervalNs - intervalNs / 4 * (id & 0xFFFF) / 0xFFFF;
    }

    /**
     * Whether the interval is over; true at the first call.
     *
     * @param nowNs on the monotonic clock
     * @return true once per interval
     */
    public boolean isDue(final long nowNs) {
        if (started && nowNs - lastNs < intervalNs) {
            return false;
        }
        restart(nowNs);
        return true;
    }

    /**
     * Begins the interval now.
     *
     * @param nowNs on the monotonic clock
     */
    public void restart(final long nowNs) {
        started = true;
        lastNs = nowNs;
    }
}
