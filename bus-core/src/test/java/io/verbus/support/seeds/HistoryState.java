package io.verbus.support.seeds;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The state that every history has: its randomness, its time, its events and its violations. */
public abstract class HistoryState {
    /** The only stream of a history. */
    public static final String STREAM = "s";
    /** Of every log: the smallest, so that laps are cheap. */
    public static final int CAPACITY = 64 * 1024;
    public static final Duration DUTY_CYCLE = Duration.ofMillis(20);
    public static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(2);
    private static final int SHORTEST_PHASE = 15;
    private static final int LONGEST_PHASE = 70;

    private final Dice dice;
    private final VirtualTime time;
    private final Trace trace;
    private final Tally tally;
    private final List<? extends Enum<?>> faults;
    private final long faultsBefore;
    private final List<Violation> failures = new ArrayList<>();

    /**
     * State of a history.
     *
     * @param dice all randomness
     * @param time of all processes
     * @param trace the last events
     * @param tally counts the events, of earlier histories too
     * @param faults events on which no promise of the bus may depend
     */
    protected HistoryState(final Dice dice, final VirtualTime time, final Trace trace, final Tally tally,
            final List<? extends Enum<?>> faults) {
        this.dice = dice;
        this.time = time;
        this.trace = trace;
        this.tally = tally;
        this.faults = faults;
        this.faultsBefore = countFaults();
    }

    public final Dice dice() {
        return dice;
    }

    public final VirtualTime time() {
        return time;
    }

    public final Trace trace() {
        return trace;
    }

    /** Violations found where other code catches exceptions; the first counts. */
    public final List<Violation> failures() {
        return failures;
    }

    public final void count(final Enum<?> event) {
        tally.count(event);
    }

    /** Counts and traces an event. */
    public final void note(final String actor, final Enum<?> event, final String detail) {
        count(event);
        trace(actor, detail.isEmpty() ? Tally.words(event) : Tally.words(event) + ", " + detail);
    }

    /** Traces an event. */
    public void trace(final String actor, final String event) {
        trace.add(actor, event);
    }

    /** The bus catches exceptions of handlers and listeners; the checks must see them. */
    public void check() {
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    /** All subscriptions may block, or none, or those of half of the names. */
    public final BlockingPermission anyPermission(final Stream<String> names) {
        return switch (dice.below(6)) {
            case 0 -> BlockingPermission.refused();
            case 1 -> BlockingPermission.named(names.filter(name -> dice.oneIn(2)).toArray(String[]::new));
            default -> BlockingPermission.allowed();
        };
    }

    /** Closes the buses of dead processes, and after a failure those of living ones: they have their files mapped. */
    public final void unmap(final Stream<Bus> buses) {
        time.rush(true);
        buses.forEach(bus -> {
            try {
                bus.close();
            } catch (final Violation | RuntimeException | AssertionError e) {
                trace.add("a bus", "unmap failed: " + e); // the history has failed before
            }
        });
    }

    /** Number of times that publishers have lapped their logs. */
    protected abstract long laps();

    /** The extent of the history so far. */
    public final Tally.Extent extent() {
        return new Tally.Extent(trace.step(), laps(), countFaults() - faultsBefore);
    }

    /** Adds a finished history to the tally. */
    public final void finish() {
        tally.add(extent());
    }

    /**
     * Runs steps, in phases of random length, until there are enough laps and faults.
     *
     * @param steps minimum
     * @param nextPhase begins a phase, and returns it; its argument is the minimum of steps
     * @param step begins a step of the trace, and runs it
     */
    public final void play(final int steps, final IntFunction<? extends Enum<?>> nextPhase, final Runnable step) {
        for (int left = 0; trace.step() < steps || extent().isPoor(); left--) {
            if (left <= 0) {
                final Enum<?> phase = nextPhase.apply(steps);
                left = dice.between(SHORTEST_PHASE, LONGEST_PHASE);
                trace.add("phase", phase.name());
            }
            step.run();
        }
    }

    private long countFaults() {
        return faults.stream().mapToLong(tally::of).sum();
    }
}
