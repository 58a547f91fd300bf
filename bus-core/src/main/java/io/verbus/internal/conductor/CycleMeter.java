package io.verbus.internal.conductor;

import org.agrona.concurrent.status.AtomicCounter;

/** Records the longest time between two duty cycles in a counter, in nanoseconds. */
public final class CycleMeter implements Duty {
    private final AtomicCounter longest;
    private long longestNs;
    private long lastNs;
    private boolean started;

    /**
     * Starts before the first cycle.
     *
     * @param longest counter to update
     */
    public CycleMeter(final AtomicCounter longest) {
        this.longest = longest;
    }

    @Override
    public int doWork(final long nowNs) {
        if (started && nowNs - lastNs > longestNs) {
            longestNs = nowNs - lastNs;
            longest.setOpaque(longestNs);
        }
        lastNs = nowNs;
        started = true;
        return 0;
    }
}
