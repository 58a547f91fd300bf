package io.verbus.latency.inspect;

import java.util.Locale;

/**
 * Bytes that the publishing and the polling thread allocate. A JVM links call sites at their first use, so one
 * measurement may allocate a little; an allocation per message shows in every measurement.
 */
final class Allocations {
    private long least = Long.MAX_VALUE;
    private long most;

    /** Adds the bytes of both threads in one measurement. */
    void add(final long bytes) {
        least = Math.min(least, bytes);
        most = Math.max(most, bytes);
    }

    String note(final String where) {
        return String.format(Locale.ROOT, "allocated by the publishing and the polling thread %s: %,d bytes (at most"
                + " %,d)", where, least, most);
    }
}
