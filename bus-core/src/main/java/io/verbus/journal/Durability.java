package io.verbus.journal;

import io.verbus.BusException;
import java.time.Duration;

/**
 * When what was recorded has to be on the disk. It is in the files at once whatever is chosen here, so the death of the
 * recorder costs nothing of it; this is about the death of the host.
 */
public sealed interface Durability {
    /** When the kernel likes; a power cut may cost half a minute, and damage what was written then. */
    record None() implements Durability {}

    /**
     * Again and again, by a thread of its own.
     *
     * @param period between the end of one time and the beginning of the next; 1 ms or more
     */
    record Every(Duration period) implements Durability {
        /** Refuses a period that is too short. */
        public Every {
            if (period.toMillis() < 1) {
                throw new BusException("durability every " + period + ": it must be 1 ms or more");
            }
        }
    }

    /** Before the next messages are polled: the disk decides how fast the recorder is. */
    record EveryBatch() implements Durability {}

    /** {@return when the kernel likes} */
    static Durability none() {
        return new None();
    }

    /**
     * Again and again.
     *
     * @param period 1 ms or more
     * @return that durability
     */
    static Durability every(final Duration period) {
        return new Every(period);
    }

    /** {@return before the next messages are polled} */
    static Durability everyBatch() {
        return new EveryBatch();
    }
}
