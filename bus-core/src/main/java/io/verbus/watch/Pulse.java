package io.verbus.watch;

/**
 * Lets something be done once in a while: asking the kernel whether a process lives takes three system calls, too many
 * for every duty cycle, and none are needed for one that gives signs of life.
 */
public final class Pulse {
    /** How late the death of a process may be noticed: twice this, and two duty cycles. */
    public static final long LIVENESS_NS = 50_000_000;
    /** How long to wait before what was refused for a passing reason is tried again. */
    public static final long RETRY_NS = 1_000_000_000;

    private final long intervalNs;
    private long lastNs;
    private boolean hasBeaten;

    /**
     * That has not beaten yet.
     *
     * @param intervalNs between two beats
     */
    public Pulse(final long intervalNs) {
        this.intervalNs = intervalNs;
    }

    /**
     * Whether it is time again; true at the first call.
     *
     * @param nowNs on the monotonic clock
     * @return true once an interval
     */
    public boolean isDue(final long nowNs) {
        if (hasBeaten && nowNs - lastNs < intervalNs) {
            return false;
        }
        hasBeaten = true;
        lastNs = nowNs;
        return true;
    }
}
