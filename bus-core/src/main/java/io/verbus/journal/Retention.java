package io.verbus.journal;

import io.verbus.BusException;
import java.time.Duration;

/**
 * How much of a journal is kept: whole segments, the oldest goes first. What is being written stays.
 *
 * @param bytes that the segments may take in all, above 0
 * @param age of the newest record in a segment, above 0
 */
public record Retention(long bytes, Duration age) {
    /** Keeps all. */
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Duration.ofNanos(Long.MAX_VALUE));

    /** Refuses what would keep nothing. */
    public Retention {
        if (bytes <= 0 || age.isNegative() || age.isZero()) {
            throw new BusException("retention of " + bytes + " bytes and " + age + ": both must be above 0");
        }
    }

    boolean isAll() {
        return equals(ALL);
    }
}
