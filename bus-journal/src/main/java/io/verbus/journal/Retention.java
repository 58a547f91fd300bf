package io.verbus.journal;

import io.verbus.BusException;
import java.time.Duration;

/**
 * Limits of a journal. Whole segments are removed, the oldest first. A segment that is being written stays.
 *
 * @param bytes limit of all segments, above 0
 * @param age limit of the newest record in a segment, above 0
 */
public record Retention(long bytes, Duration age) {
    /** No limits. */
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Duration.ofNanos(Long.MAX_VALUE));

    /** Checks the bounds. */
    public Retention {
        if (bytes <= 0 || age.isNegative() || age.isZero()) {
            throw new BusException("invalid retention of " + bytes + " bytes and " + age + ": use values above 0");
        }
    }
}
