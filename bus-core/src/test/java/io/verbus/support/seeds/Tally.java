package io.verbus.support.seeds;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Counts the events of one history or many, so that a run shows its coverage. One thread. */
public final class Tally {
    private final Enum<?>[] events;
    private final long[] counts;
    private long histories;
    private Extent least = new Extent(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    private long steps;

    /**
     * The extent of a history.
     *
     * @param steps executed
     * @param laps of publishers around their logs
     * @param faults injected
     */
    public record Extent(long steps, long laps, long faults) {
        /** The minimum number of steps of a history. */
        public static final int MIN_STEPS = 500;
        private static final int MIN_LAPS = 2;
        private static final int MIN_FAULTS = 3;
        /** A history that exceeds this limit is stuck. */
        private static final int MOST_STEPS = 20_000;

        /**
         * Whether the history must continue, whatever its number of steps.
         *
         * @return true if laps or faults are lacking
         * @throws Violation if it makes no progress
         */
        public boolean isPoor() {
            if (steps > MOST_STEPS) {
                throw new Violation("no progress: " + this);
            }
            return laps < MIN_LAPS || lacksFaults();
        }

        /** Whether there were too few faults. */
        public boolean lacksFaults() {
            return faults < MIN_FAULTS;
        }
    }

    /** Counts the constants of enums. */
    public Tally(final Enum<?>... events) {
        this.events = events;
        this.counts = new long[events.length];
    }

    public void count(final Enum<?> event) {
        counts[event.ordinal()]++;
    }

    public long of(final Enum<?> event) {
        return counts[event.ordinal()];
    }

    /** Adds a finished history. */
    public void add(final Extent extent) {
        histories++;
        steps += extent.steps;
        include(extent);
    }

    /** Adds the counts of another tally of the same events. */
    public void add(final Tally other) {
        histories += other.histories;
        steps += other.steps;
        include(other.least);
        Arrays.setAll(counts, i -> counts[i] + other.counts[i]);
    }

    private void include(final Extent extent) {
        least = new Extent(Math.min(least.steps, extent.steps), Math.min(least.laps, extent.laps),
                Math.min(least.faults, extent.faults));
    }

    /** The minimum over all histories. */
    public Extent least() {
        return least;
    }

    /** Events that never happened. */
    public List<String> missing() {
        return Arrays.stream(events).filter(event -> of(event) == 0).map(Tally::words).toList();
    }

    /** The name of an event in words. */
    public static String words(final Enum<?> event) {
        return event.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A readable summary. */
    public String summary() {
        return String.format("%,d histories, %,d steps; each has at least %d steps, %d laps, %d faults", histories,
                steps, least.steps, least.laps, least.faults);
    }

    /** A readable line for each event. */
    public List<String> table() {
        return Arrays.stream(events).map(event -> String.format("%,12d  %s", of(event), words(event))).toList();
    }
}
