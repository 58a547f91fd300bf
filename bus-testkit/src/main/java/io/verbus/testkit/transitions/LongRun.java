package io.verbus.testkit.transitions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.seeds.Tally;
import java.util.List;
import java.util.function.Function;

/** Histories of many seeds: prints what happened how often, and fails if anything never did. */
public final class LongRun {
    private final String name;
    private final Transitions transitions;

    /**
     * Of a kind of histories.
     *
     * @param name that begins each line that is printed
     * @param transitions that are counted
     */
    public LongRun(final String name, final Transitions transitions) {
        this.name = name;
        this.transitions = transitions;
    }

    /**
     * Makes the histories of consecutive seeds.
     *
     * @param run given the first seed and how many, it says what has happened
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
        assertEquals(List.of(), tally.missing(), "what never happened in any history");
        assertEquals(List.of(), transitions.complaints());
        final Tally.Extent least = tally.least();
        assertTrue(least.steps() >= Tally.Extent.MIN_STEPS && !least.isPoor(), tally.summary());
    }

    private void say(final String line) {
        System.out.println(name + ": " + line);
    }
}
