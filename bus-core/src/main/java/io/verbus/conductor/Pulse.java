package io.verbus.conductor;

/**
 * Lets something be done once in a while: asking the kernel whether a process lives takes three system calls, too many
 * for every duty cycle.
 */
final class Pulse {
    /** How late the death of a process may be noticed. */
    static final long LIVENESS_NS = 100_000_000;
    /** How long to wait before what was refused for a passing reason is tried again. */
    static final long RETRY_NS = 1_000_000_000;

    private final long intervalNs;
    private long lastNs;
    private boolean hasBeaten;

    Pulse(final long intervalNs) {
        this.intervalNs = intervalNs;
    }

    /** Whether it is time again; true at the first call. */
    boolean isDue(final long nowNs) {
        if (hasBeaten && nowNs - lastNs < intervalNs) {
            return false;
        }
        hasBeaten = true;
        lastNs = nowNs;
        return true;
    }
}
