package io.verbus.journal;

import io.verbus.BusException;
import java.time.Duration;

/**
 * When recorded data must be on the disk. It is in the files at once in each case, so the death of the recorder loses
 * nothing; this setting covers the death of the host.
 */
public sealed interface Durability {
    /** When the kernel decides; a power cut can lose half a minute, and damage the records of that time. */
    record None() implements Durability {}

    /**
     * Periodically, by a separate thread.
     *
     * @param period from the end of one sync to the start of the next; 1 ms or more
     */
    record Every(Duration period) implements Durability {
        /** Refuses a period that is too short. */
        public Every {
            if (period.toMillis() < 1) {
                throw new BusException("invalid sync period " + period + ": use 1 ms or more");
            }
        }
    }

    /** Before the next messages are polled: the disk limits the speed of the recorder. */
    record EveryBatch() implements Durability {}

    /** {@return sync when the kernel decides} */
    static Durability none() {
        return new None();
    }

    /**
     * Periodically.
     *
     * @param period 1 ms or more
     * @return the durability
     */
    static Durability every(final Duration period) {
        return new Every(period);
    }

    /** {@return sync before the next messages are polled} */
    static Durability everyBatch() {
        return new EveryBatch();
    }
}
