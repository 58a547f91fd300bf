package io.verbus.internal.monitor;

import org.agrona.concurrent.status.AtomicCounter;

/**
 * A counter that the conductor updates in each duty cycle. An unchanged value is not stored: after a rest, each counter
 * costs a cache line that no core has. Used by the conductor.
 */
public final class ShownCounter {
    private final AtomicCounter counter;
    private long shown;

    /** For a new counter, at 0. */
    public ShownCounter(final AtomicCounter counter) {
        this.counter = counter;
    }

    /**
     * Updates the counter.
     *
     * @param value to show
     */
    public void show(final long value) {
        if (value != shown) {
            shown = value;
            counter.setOpaque(value);
        }
    }

    /** Frees the counter in the file. */
    public void close() {
        counter.close();
    }
}
