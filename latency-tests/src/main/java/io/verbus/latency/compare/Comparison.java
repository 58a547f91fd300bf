package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Skipped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures subjects in turns: each once in each round, in an order that rotates, so that a slow phase of the machine
 * slows all of them. The processes of a subject stay from its first round to its last, and are frozen while others are
 * measured. Before and after each measurement the round trip of the C ring shows how far apart the cores are.
 */
public final class Comparison {
    /** A subject that delivers less of a rate is saturated, and skips higher rates. */
    private static final double SATURATED = 0.95;
    /** Lines of progress for a task. */
    private static final int STEPS = 5;

    private final ComparisonPlan plan;
    private final Consumer<String> progress;
    private final Optional<RingProgram> ring;
    private final Map<String, MeasuredSubject> subjects = new LinkedHashMap<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();
    private double placementNs;
    private int failures;

    /**
     * Makes a comparison.
     *
     * @param plan of the measurements
     * @param progress gets a line at each step
     */
    public Comparison(final ComparisonPlan plan, final Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        // Threads without cores of their own have no placement.
        this.ring = plan.farHost().isPresent() || plan.cores().isEmpty()
                ? Optional.empty()
                : RingProgram.find(RingProgram.Kind.RING, plan);
    }

    /**
     * Measures subjects at the same task.
     *
     * @param names of the subjects
     * @param task of each
     */
    public void run(final List<String> names, final Task task) {
        run(names, task, plan);
    }

    /**
     * Measures subjects at the same task, with its own rounds.
     *
     * @param names of the subjects
     * @param task of each
     * @param own plan of this task
     */
    public void run(final List<String> names, final Task task, final ComparisonPlan own) {
        run(names.stream().map(name -> new Entry(name, task)).toList(), own);
    }

    private void run(final List<Entry> entries, final ComparisonPlan own) {
        final List<Entrant> entrants = new ArrayList<>();
        try {
            for (final Entry entry : entries) {
                start(entry, own).ifPresent(entrants::add);
            }
            final Task task = entries.getFirst().task();
            final List<Long> rates = task.ratesPerS().isEmpty() ? List.of(0L) : task.ratesPerS();
            for (int round = 1; round <= own.rounds() && !entrants.isEmpty(); round++) {
                if ((round - 1) % Math.ceilDiv(own.rounds(), STEPS) == 0) {
                    progress.accept(task + ": round " + round + " of " + own.rounds());
                }
                round(entrants, rates, round);
            }
        } finally {
            entrants.forEach(entrant -> entrant.contestant().close());
        }
    }

    /** A subject that does not start is reported, and the others continue without it. */
    private Optional<Entrant> start(final Entry entry, final ComparisonPlan own) {
        final String name = entry.name();
        final Task task = entry.task();
        final Optional<String> objection = Catalogue.objection(name, task, own);
        if (objection.isPresent()) {
            skip(entry.toString(), objection.get());
            return Optional.empty();
        }
        progress.accept(task + ": " + name + " warms up");
        Contestant contestant = null;
        try {
            contestant = Catalogue.start(name, task, own);
            contestant.warmUp();
            subjects.putIfAbsent(name, contestant.describe());
            return Optional.of(new Entrant(entry, contestant));
        } catch (final BusException e) {
            if (contestant != null) {
                contestant.close();
            }
            fail(entry.toString(), e.getMessage());
            return Optional.empty();
        }
    }

    private void round(final List<Entrant> entrants, final List<Long> rates, final int round) {
        final List<Entrant> order = new ArrayList<>(entrants);
        Collections.rotate(order, -(round - 1));
        final Set<Entrant> done = new HashSet<>();
        placementNs = look();
        for (final long rate : rates) {
            for (final Entrant entrant : order) {
                if (done.contains(entrant)) {
                    continue;
                }
                try {
                    if (measure(entrant, rate, round) < SATURATED * rate) {
                        done.add(entrant);
                    }
                } catch (final BusException e) { // the others continue without it
                    fail(entrant.entry() + ", from round " + round, e.getMessage());
                    done.add(entrant);
                    entrants.remove(entrant);
                    entrant.contestant().close();
                }
            }
        }
    }

    /** Returns the achieved rate. */
    private double measure(final Entrant entrant, final long rate, final int round) {
        final Contestant contestant = entrant.contestant();
        final Task task = entrant.entry().task();
        final double beforeNs = placementNs;
        final Measurement outcome = contestant.measure(rate);
        placementNs = look();
        final MeasuredPoint point = new MeasuredPoint(contestant.name(), task.mode(), task.payloadBytes(),
                rate == 0 ? null : rate,
                task.readers(), task.capacityBytes() == 0 ? null : (long) task.capacityBytes(), round,
                Placement.between(beforeNs, placementNs, withheldShare(plan, task, outcome)).label(),
                Double.isNaN(beforeNs) ? null : (beforeNs + placementNs) / 2);
        series.add(new Series(point, outcome.counts(), outcome.latency(), outcome.cost(), cores(beforeNs),
                outcome.pauses()));
        final Counts counts = outcome.counts();
        return counts.messagesPerS() == null ? rate : counts.messagesPerS();
    }

    /**
     * Null if it does not count: threads without cores of their own wait, and so do the readers of a fan-out. It counts
     * for both transports: a thread that waits for its core polls no device either.
     */
    static Double withheldShare(final ComparisonPlan plan, final Task task, final Measurement outcome) {
        return plan.cores().isEmpty() || task.mode().equals(MeasuredPoint.FAN_OUT)
                ? null
                : outcome.pauses().withheldShare();
    }

    private Cores cores(final double beforeNs) {
        return new Cores(plan.cores().isEmpty() ? null : plan.core(0), plan.cores().isEmpty() ? null : plan.core(1),
                Double.isNaN(beforeNs) ? null : beforeNs, Double.isNaN(placementNs) ? null : placementNs);
    }

    private double look() {
        return ring.map(RingProgram::roundTripNs).orElse(Double.NaN);
    }

    /**
     * Records a skipped measurement.
     *
     * @param what subject and task
     * @param why the reason
     */
    public void skip(final String what, final String why) {
        progress.accept("skipped: " + what + ": " + why);
        skipped.add(new Skipped(what, why));
    }

    private void fail(final String what, final String why) {
        failures++;
        skip(what, why);
    }

    /** {@return how many subjects could do a task on this machine, but failed; they are among the skipped} */
    public int failures() {
        return failures;
    }

    /** {@return the measured subjects, so far} */
    public List<MeasuredSubject> subjects() {
        return List.copyOf(subjects.values());
    }

    /** {@return requested and not measured, so far} */
    public List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    /** {@return the figures, so far} */
    public List<Series> series() {
        return List.copyOf(series);
    }

    /** A subject and its task. */
    private record Entry(String name, Task task) {
        @Override
        public String toString() {
            return name + ", " + task;
        }
    }

    private record Entrant(Entry entry, Contestant contestant) {}
}
