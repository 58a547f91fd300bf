package io.verbus.testkit.transitions;

import io.verbus.testkit.mutant.FreshClasses;
import io.verbus.testkit.seeds.Tally;
import io.verbus.testkit.seeds.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The transitions that a run has gone through. What is to be watched runs {@link #inside}: there the classes of the bus
 * are loaded anew, with a call at each transition. One run of a JVM at a time; its threads may be many.
 *
 * <pre>
 *   final Transitions transitions = new Transitions(List.of(Watch.state("image", "image.Image", "state")),
 *           Set.of("image: nothing -> SEEKING", "image: SEEKING -> READING"));
 *   final Tally tally = transitions.inside(Run.class).apply(1_000L);
 *   assertEquals(List.of(), transitions.complaints());
 * </pre>
 */
public final class Transitions {
    private static final Map<String, LongAdder> COUNTS = new ConcurrentHashMap<>();
    /** What goes in and out of a run. */
    private static final Set<String> SHARED = Set.of(Transitions.class.getName(), Tally.class.getName(),
            Tally.Extent.class.getName(), Violation.class.getName());

    private final List<Watch> watched;
    private final Set<String> expected;
    private final Set<String> rare;

    /**
     * For a run.
     *
     * @param watched what is counted
     * @param states transitions of state machines that there are, each in words as it is counted; other watches speak
     *     for themselves
     */
    public Transitions(final List<Watch> watched, final Set<String> states) {
        this(watched, states, Set.of());
    }

    /**
     * For a run with transitions that are too rare to happen in each.
     *
     * @param watched what is counted
     * @param states transitions of state machines that there are
     * @param rare transitions that may happen or not
     */
    public Transitions(final List<Watch> watched, final Set<String> states, final Set<String> rare) {
        this.watched = watched;
        this.rare = Set.copyOf(rare);
        this.expected = new TreeSet<>(states);
        watched.stream().filter(watch -> watch.kind() != Watch.Kind.STATE)
                .forEach(watch -> expected.add(watch.words()));
        COUNTS.clear();
    }

    /**
     * A run, where transitions count.
     *
     * @param run with a constructor without parameters; it and the bus are loaded anew. What it takes and gives is of
     *     the JDK, or a {@link Tally}.
     * @return the run, linked to what is counted
     */
    @SuppressWarnings("unchecked") // parameter and result are the same inside and outside
    public <T, R> Function<T, R> inside(final Class<? extends Function<T, R>> run) {
        final Weaver weaver = new Weaver(watched);
        return (Function<T, R>) new FreshClasses(Map.of(), name -> !SHARED.contains(name), weaver::weave).make(run);
    }

    /** What never happened, and what happened and should not be possible. */
    public List<String> complaints() {
        final TreeSet<String> complaints = new TreeSet<>();
        expected.stream().filter(one -> !COUNTS.containsKey(one)).forEach(one -> complaints.add("never: " + one));
        COUNTS.keySet().stream().filter(one -> !expected.contains(one) && !rare.contains(one))
                .forEach(one -> complaints.add("unexpected: " + one));
        return List.copyOf(complaints);
    }

    /** A line for each transition, for a person. */
    public List<String> table() {
        return new TreeMap<>(COUNTS).entrySet().stream()
                .map(entry -> String.format("%,12d  %s", entry.getValue().sum(), entry.getKey())).toList();
    }

    /** Woven in: a transition that is a call or a store. */
    public static void passed(final String words) {
        COUNTS.computeIfAbsent(words, one -> new LongAdder()).increment();
    }

    /** Woven in: a state is about to be stored. */
    public static void turned(final Object to, final Object from, final String words) {
        passed(words + ": " + (from == null ? "nothing" : from) + " -> " + to);
    }
}
