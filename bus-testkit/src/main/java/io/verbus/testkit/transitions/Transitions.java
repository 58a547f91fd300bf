package io.verbus.testkit.transitions;

import io.verbus.support.mutant.FreshClasses;
import io.verbus.support.seeds.Tally;
import io.verbus.support.seeds.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The transitions of a run. The watched code runs {@link #inside}: there the classes of the bus are loaded again, with
 * a call at each transition. One run of a JVM at a time; it may have many threads.
 *
 * <pre>
 *   final Transitions transitions = new Transitions(
 *           List.of(TransitionWatch.state("image", "internal.image.Image", "state")),
 *           Set.of("image: nothing -> SEEKING", "image: SEEKING -> READING"));
 *   final Tally tally = transitions.inside(Run.class).apply(1_000L);
 *   assertEquals(List.of(), transitions.complaints());
 * </pre>
 */
public final class Transitions {
    private static final Map<String, LongAdder> COUNTS = new ConcurrentHashMap<>();
    /** Classes of the arguments and results of a run. */
    private static final Set<String> SHARED = Set.of(Transitions.class.getName(), Tally.class.getName(),
            Tally.Extent.class.getName(), Violation.class.getName());

    private final List<TransitionWatch> watched;
    private final Set<String> expected;
    private final Set<String> rare;

    /**
     * For a run.
     *
     * @param watched members that are counted
     * @param states the transitions of state machines, in the words of the counts; other watches need no list
     */
    public Transitions(final List<TransitionWatch> watched, final Set<String> states) {
        this(watched, states, Set.of());
    }

    /**
     * For a run with transitions that are too rare to happen in each.
     *
     * @param watched members that are counted
     * @param states the transitions of state machines
     * @param rare transitions that may be missing
     */
    public Transitions(final List<TransitionWatch> watched, final Set<String> states, final Set<String> rare) {
        this.watched = watched;
        this.rare = Set.copyOf(rare);
        this.expected = new TreeSet<>(states);
        watched.stream().filter(watch -> watch.kind() != TransitionWatch.Kind.STATE)
                .forEach(watch -> expected.add(watch.words()));
        COUNTS.clear();
    }

    /**
     * A run whose transitions count.
     *
     * @param run with a constructor without parameters; the run and the bus are loaded again. Its argument and result
     * are of the JDK, or a {@link Tally}.
     * @return the run, linked to the counts
     */
    @SuppressWarnings("unchecked") // parameter and result are the same inside and outside
    public <T, R> Function<T, R> inside(final Class<? extends Function<T, R>> run) {
        final Weaver weaver = new Weaver(watched);
        return (Function<T, R>) new FreshClasses(Map.of(), name -> !SHARED.contains(name), weaver::weave).make(run);
    }

    /** Transitions that never happened, and those that happened but are not expected. */
    public List<String> complaints() {
        final TreeSet<String> complaints = new TreeSet<>();
        expected.stream().filter(one -> !COUNTS.containsKey(one)).forEach(one -> complaints.add("never: " + one));
        COUNTS.keySet().stream().filter(one -> !expected.contains(one) && !rare.contains(one))
                .forEach(one -> complaints.add("unexpected: " + one));
        return List.copyOf(complaints);
    }

    /** A readable line for each transition. */
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
