package io.verbus.latency.perf;

import io.verbus.latency.jobs.Words;
import io.verbus.latency.worker.Line;
import java.util.List;
import java.util.Locale;

/**
 * Bytes that the threads allocate which publish and poll. A JVM links call sites when it gets to them, so a measurement
 * may allocate a little; what messages allocate, every measurement does.
 */
final class Allocations {
    private long least = Long.MAX_VALUE;
    private long most;

    /** Takes in what the threads say of one measurement. */
    void add(final List<Line> answers) {
        final long bytes = answers.stream().mapToLong(answer -> answer.number(Words.ALLOCATED)).sum();
        least = Math.min(least, bytes);
        most = Math.max(most, bytes);
    }

    /** For people. */
    String sentence(final String where) {
        return String.format(Locale.ROOT, "allocated by the publishing and the polling thread %s: %,d bytes (at most"
                + " %,d)", where, least, most);
    }
}
