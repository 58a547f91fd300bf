package io.verbus.testkit.stepper;

import java.util.Arrays;
import java.util.List;

/** How often each thing happened, so that a run shows what it has tried. Used by one thread at a time. */
public final class Tally {
    private final long[] counts = new long[Event.values().length];
    private long histories;

    void count(final Event event) {
        counts[event.ordinal()]++;
    }

    void countHistory() {
        histories++;
    }

    void add(final Tally other) {
        histories += other.histories;
        Arrays.setAll(counts, i -> counts[i] + other.counts[i]);
    }

    long of(final Event event) {
        return counts[event.ordinal()];
    }

    /** What never happened. */
    public List<String> missing() {
        return Arrays.stream(Event.values()).filter(event -> of(event) == 0).map(Event::words).toList();
    }

    /** A table for a person. */
    @Override
    public String toString() {
        final StringBuilder table = new StringBuilder().append(histories).append(" histories");
        for (final Event event : Event.values()) {
            table.append(String.format("%n    %,12d  %s", of(event), event.words()));
        }
        return table.toString();
    }
}
