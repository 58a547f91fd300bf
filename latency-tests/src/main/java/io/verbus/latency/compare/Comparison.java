package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Hiccups;
import io.verbus.latency.result.Point;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Skipped;
import io.verbus.latency.result.Subject;
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
 * Lets subjects take turns at tasks: in each round each is measured once, in an order that rotates, so that what slows
 * the machine down for a while slows all of them. Who is not measured is frozen. Before and after each measurement the
 * C ring tells how far apart the cores are.
 */
public final class Comparison {
    /** Who does not bring so much of a rate to the other side is saturated, and spared higher ones. */
    private static final double SATURATED = 0.95;

    private final Plan plan;
    private final List<String> names;
    private final Consumer<String> progress;
    private final Optional<RingProgram> ring;
    private final Map<String, Subject> subjects = new LinkedHashMap<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();
    private double placementNs;

    /**
     * A comparison.
     *
     * @param plan how is measured
     * @param names of the subjects
     * @param progress hears what is going on, a line at a time
     */
    public Comparison(final Plan plan, final List<String> names, final Consumer<String> progress) {
        this.plan = plan;
        this.names = List.copyOf(names);
        this.progress = progress;
        this.ring = RingProgram.find(plan);
    }

    /**
     * Measures all subjects at a task.
     *
     * @param task what is to be done
     */
    public void run(final Task task) {
        final List<Contestant> contestants = new ArrayList<>();
        try {
            for (final String name : names) {
                start(name, task).ifPresent(contestants::add);
            }
            final List<Long> rates = task.ratesPerS().isEmpty() ? List.of(0L) : task.ratesPerS();
            for (int round = 1; round <= plan.rounds(); round++) {
                rounds(task, contestants, rates, round);
            }
        } finally {
            contestants.forEach(Contestant::close);
        }
    }

    /** One that does not start is told of, and the others go on without it. */
    private Optional<Contestant> start(final String name, final Task task) {
        final Optional<String> objection = Catalogue.objection(name, task, plan);
        if (objection.isPresent()) {
            skip(name + ", " + task, objection.get());
            return Optional.empty();
        }
        progress.accept(task + ": " + name + " warms up");
        Contestant contestant = null;
        try {
            contestant = Catalogue.start(name, task, plan);
            contestant.warmUp();
            subjects.putIfAbsent(name, contestant.describe());
            return Optional.of(contestant);
        } catch (final BusException e) {
            if (contestant != null) {
                contestant.close();
            }
            skip(name + ", " + task, e.getMessage());
            return Optional.empty();
        }
    }

    private void rounds(final Task task, final List<Contestant> contestants, final List<Long> rates, final int round) {
        progress.accept(task + ": round " + round + " of " + plan.rounds());
        final List<Contestant> order = new ArrayList<>(contestants);
        Collections.rotate(order, -(round - 1));
        final Set<Contestant> done = new HashSet<>();
        placementNs = look();
        for (final long rate : rates) {
            for (final Contestant contestant : order) {
                if (done.contains(contestant)) {
                    continue;
                }
                try {
                    if (measure(task, contestant, rate, round) < SATURATED * rate) {
                        done.add(contestant);
                    }
                } catch (final BusException e) { // the others go on without it
                    skip(contestant.name() + ", " + task + ", from round " + round, e.getMessage());
                    done.add(contestant);
                    contestants.remove(contestant);
                    contestant.close();
                }
            }
        }
    }

    /** Returns the rate that was reached. */
    private double measure(final Task task, final Contestant contestant, final long rate, final int round) {
        final double beforeNs = placementNs;
        final Outcome outcome;
        final Hiccups hiccups;
        try (HiccupMeter meter = HiccupMeter.start()) {
            outcome = contestant.measure(rate, meter::take);
            hiccups = meter.take();
        }
        placementNs = look();
        final Point point = new Point(contestant.name(), task.mode(), task.payloadBytes(), rate == 0 ? null : rate,
                task.readers(), task.capacityBytes() == 0 ? null : (long) task.capacityBytes(), round,
                Placement.between(beforeNs, placementNs).label(),
                Double.isNaN(beforeNs) ? null : (beforeNs + placementNs) / 2);
        series.add(new Series(point, outcome.counts(), outcome.latency(), outcome.cost(), hiccups, outcome.pauses()));
        final Counts counts = outcome.counts();
        return counts.messagesPerS() == null ? rate : counts.messagesPerS();
    }

    private double look() {
        return ring.map(RingProgram::roundTripNs).orElse(Double.NaN);
    }

    /**
     * Notes what is not measured.
     *
     * @param what was asked for
     * @param why a sentence
     */
    public void skip(final String what, final String why) {
        progress.accept("skipped: " + what + ": " + why);
        skipped.add(new Skipped(what, why));
    }

    /** {@return what was measured, so far} */
    public List<Subject> subjects() {
        return List.copyOf(subjects.values());
    }

    /** {@return what was to be measured and was not, so far} */
    public List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    /** {@return the figures, so far} */
    public List<Series> series() {
        return List.copyOf(series);
    }
}
