package io.verbus.latency.perf;

import io.verbus.BusException;
import io.verbus.latency.jobs.Words;
import io.verbus.latency.report.Report;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Team;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** What the threads that publish and poll allocate, and which system calls they make, idle and under way. */
public final class SteadyPart {
    private static final int IDLE_MS = 1_000;
    private static final int TIMES = 4;
    private static final int ROUND_TRIPS = 2_000;

    private final Setup setup;
    private final List<String> sentences = new ArrayList<>();

    /**
     * A part of a measurement.
     *
     * @param setup what is measured, and on what
     */
    public SteadyPart(final Setup setup) {
        this.setup = setup;
    }

    /**
     * Measures.
     *
     * @return what was found
     * @throws BusException if something does not work, with the reason
     */
    public Findings run() {
        final Line first = setup.route().first(setup.pinned(Line.of(Words.PINGER), 0), 4);
        final Line second = setup.route().second(setup.pinned(Line.of(Words.PONGER), 1), 4);
        try (Team team = Crew.start(setup.directory(), "steady", List.of(first, second))) {
            team.ask(Line.of(Words.AWAIT), Line.of(Words.AWAIT));
            final Line idle = Line.of(Words.IDLE).with(Words.MS, IDLE_MS);
            final Line ping = Line.of(Words.PING).with(Words.COUNT, ROUND_TRIPS);
            team.ask(Line.of(Words.PING).with(Words.COUNT, Setup.WARM_UP),
                    Line.of(Words.PING).with(Words.COUNT, Setup.WARM_UP));
            final Allocations whenIdle = new Allocations();
            final Allocations underWay = new Allocations();
            for (int time = 0; time < TIMES; time++) {
                whenIdle.add(team.ask(idle, idle));
                underWay.add(team.ask(ping, ping));
            }
            sentences.add(whenIdle.sentence("when idle"));
            sentences.add(underWay.sentence("in " + ROUND_TRIPS + " round trips"));
            return new Findings(calls(team, idle, ping), sentences, List.of());
        }
    }

    private List<Report.Table> calls(final Team team, final Line idle, final Line ping) {
        try {
            final List<Map<String, Integer>> whenIdle = traced(team, idle);
            final List<Map<String, Integer>> underWay = traced(team, ping);
            final List<List<String>> rows = new ArrayList<>();
            for (int side = 0; side < whenIdle.size(); side++) {
                rows.addAll(rows(List.of("first", "second").get(side), whenIdle.get(side), underWay.get(side)));
            }
            return List.of(new Report.Table("System calls of the threads that publish and poll",
                    List.of("thread: call", "idle for " + IDLE_MS + " ms",
                            String.format(Locale.ROOT, "%,d round trips", ROUND_TRIPS)),
                    rows));
        } catch (final BusException e) {
            sentences.add("system calls were not counted: " + e.getMessage());
            return List.of();
        }
    }

    private static List<List<String>> rows(final String thread, final Map<String, Integer> whenIdle,
            final Map<String, Integer> underWay) {
        final TreeSet<String> names = new TreeSet<>(whenIdle.keySet());
        names.addAll(underWay.keySet());
        final List<List<String>> rows = new ArrayList<>();
        for (final String name : names) {
            rows.add(List.of(thread + ": " + name, whenIdle.getOrDefault(name, 0).toString(),
                    underWay.getOrDefault(name, 0).toString()));
        }
        if (names.isEmpty()) {
            rows.add(List.of(thread + ": none", "0", "0"));
        }
        return rows;
    }

    private List<Map<String, Integer>> traced(final Team team, final Line order) {
        final List<Trace> traces = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            final Path file = setup.directory().resolve(order.verb() + side + ".strace");
            traces.add(Trace.of(team.member(side).thread(), file));
        }
        team.ask(order, order);
        return traces.stream().map(Trace::stop).toList();
    }
}
