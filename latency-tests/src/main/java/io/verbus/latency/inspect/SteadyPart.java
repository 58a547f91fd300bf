package io.verbus.latency.inspect;

import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.SubjectTeam;
import io.verbus.latency.compare.Task;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.report.Report;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Allocations and system calls of the publishing and the polling thread, idle and with messages. */
public final class SteadyPart {
    private static final int IDLE_MS = 1_000;
    private static final int TIMES = 4;
    private static final int ROUND_TRIPS = 2_000;
    /** Round trips; the JVMs have compiled the loops after about half of them. */
    private static final int WARM_UP = 20_000;
    private static final int WARM_UP_STEP = 500;
    /** Between two steps: spinning threads leave no core to the JVMs' compilers. */
    private static final long REST_NS = 50_000_000;
    private static final Task TASK = Task.of(MeasuredPoint.PING_PONG, 64);

    private final ComparisonPlan plan;
    private final List<String> notes = new ArrayList<>();

    private SteadyPart(final ComparisonPlan plan) {
        this.plan = plan;
    }

    /**
     * Measures.
     *
     * @param plan of the measurements
     * @return tables and notes
     * @throws BusException if a process fails, with the reason
     */
    public static Findings measure(final ComparisonPlan plan) {
        return new SteadyPart(plan).measure();
    }

    private Findings measure() {
        final SubjectKind kind = plan.addresses().isRemote() ? SubjectKind.VERBUS_RDMA : SubjectKind.VERBUS_SHM;
        final List<Line> sides = Stream.of(Orders.NEAR, Orders.FAR)
                .map(side -> Line.of(side).with(Orders.SPINS, 1)).toList();
        try (SubjectTeam team = SubjectTeam.start(kind, TASK, plan, sides)) {
            final Line await = Line.of(Orders.AWAIT);
            team.ask(await, await);
            for (int count = 0; count < WARM_UP; count += WARM_UP_STEP) {
                final Line step = roundTrips(WARM_UP_STEP);
                team.ask(step, step);
                LockSupport.parkNanos(REST_NS);
            }
            final Line idle = Line.of(Orders.IDLE).with(Orders.MS, IDLE_MS);
            final Line ping = roundTrips(ROUND_TRIPS);
            final Allocations whenIdle = new Allocations();
            final Allocations underWay = new Allocations();
            for (int time = 0; time < TIMES; time++) {
                whenIdle.add(allocated(team.ask(idle, idle)));
                underWay.add(allocated(team.ask(ping, ping)));
            }
            notes.add(whenIdle.note("when idle"));
            notes.add(underWay.note("in " + ROUND_TRIPS + " round trips"));
            return new Findings(calls(team, idle, ping), notes);
        }
    }

    private static Line roundTrips(final int count) {
        return Line.of(Orders.RUN).with(Orders.COUNT, count);
    }

    private static long allocated(final List<Line> answers) {
        return answers.stream().mapToLong(answer -> answer.number(Costs.ALLOCATED)).sum();
    }

    private List<Report.Table> calls(final SubjectTeam team, final Line idle, final Line ping) {
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
            notes.add("system calls were not counted: " + e.getMessage());
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

    private List<Map<String, Integer>> traced(final SubjectTeam team, final Line order) {
        final List<SystemCallTrace> traces = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            final Path file = plan.directory().resolve(order.verb() + side + ".strace");
            traces.add(SystemCallTrace.of(team.side(side).thread(), file));
        }
        team.ask(order, order);
        return traces.stream().map(SystemCallTrace::stop).toList();
    }
}
