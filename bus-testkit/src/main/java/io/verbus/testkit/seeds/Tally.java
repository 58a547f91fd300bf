package io.verbus.testkit.seeds;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How often each thing happened, in one history or in many, so that a run shows what it has tried. One thread. */
public final class Tally {
    private final Enum<?>[] events;
    private final long[] counts;
    private long histories;
    private Extent least = new Extent(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    private long steps;

    /**
     * How much there was in a history.
     *
     * @param steps that were taken
     * @param laps times that publishers went round their logs
     * @param faults that were suffered
     */
    public record Extent(long steps, long laps, long faults) {
        /** Each history has so many at least. */
        public static final int MIN_STEPS = 500;
        private static final int MIN_LAPS = 2;
        private static final int MIN_FAULTS = 3;
        /** Who never gets so far is stuck. */
        private static final int MOST_STEPS = 20_000;

        /**
         * Whether the history has to go on, however many steps it has.
         *
         * @return true if laps or faults are lacking
         * @throws Violation if it does not get on
         */
        public boolean isPoor() {
            if (steps > MOST_STEPS) {
                throw new Violation("it does not get on: " + this);
            }
            return laps < MIN_LAPS || lacksFaults();
        }

        /** Whether there were too few of them. */
        public boolean lacksFaults() {
            return faults < MIN_FAULTS;
        }
    }

    /** Of events: all constants of an enum. */
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

    /** A history has come to its end. */
    public void add(final Extent extent) {
        histories++;
        steps += extent.steps;
        include(extent);
    }

    /** Adds the counts of another, of the same events. */
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

    /** What each history had at least. */
    public Extent least() {
        return least;
    }

    /** What never happened. */
    public List<String> missing() {
        return Arrays.stream(events).filter(event -> of(event) == 0).map(Tally::words).toList();
    }

    /** What an event is, for a person. */
    public static String words(final Enum<?> event) {
        return event.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The whole, for a person. */
    public String summary() {
        return String.format("%,d histories, %,d steps; each has at least %d steps, %d laps, %d faults", histories,
                steps, least.steps, least.laps, least.faults);
    }

    /** A line for each event, for a person. */
    public List<String> table() {
        return Arrays.stream(events).map(event -> String.format("%,12d  %s", of(event), words(event))).toList();
    }
}
