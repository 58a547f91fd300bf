package io.verbus.testkit.transitions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.seeds.Tally;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Histories of many seeds: prints how often each event happened, and fails if one never did. */
public final class LongRun {
    private final String name;
    private final Transitions transitions;
    private final Set<String> rare;

    /**
     * For a kind of histories.
     *
     * @param name that begins each printed line
     * @param transitions that are counted
     * @param rare events that need not happen in this run, in words
     */
    public LongRun(final String name, final Transitions transitions, final Set<String> rare) {
        this.name = name;
        this.transitions = transitions;
        this.rare = rare;
    }

    /**
     * Runs the histories of consecutive seeds.
     *
     * @param run receives the first seed and the number of seeds; returns the counted events
     * @param first seed
     * @param count of seeds
     */
    public void make(final Class<? extends Function<long[], Tally>> run, final long first, final long count) {
        final long beginNs = System.nanoTime();
        final Tally tally = transitions.inside(run).apply(new long[]{first, count});
        say(String.format("seeds %d to %d in %.1f s: %s", first, first + count - 1,
                (System.nanoTime() - beginNs) / 1e9, tally.summary()));
        tally.table().forEach(this::say);
        transitions.table().forEach(this::say);
        final List<String> missing = tally.missing().stream().filter(event -> !rare.contains(event)).toList();
        assertEquals(List.of(), missing, "events that never happened");
        assertEquals(List.of(), transitions.complaints());
        final Tally.Extent least = tally.least();
        assertTrue(least.steps() >= Tally.Extent.MIN_STEPS && !least.isPoor(), tally.summary());
    }

    private void say(final String line) {
        System.out.println(name + ": " + line);
    }
}
