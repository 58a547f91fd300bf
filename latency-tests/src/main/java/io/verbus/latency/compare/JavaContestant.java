package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.measure.Orders;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.meter.Costs;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Histograms;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.MeasuredSubject;
import io.verbus.latency.worker.ControlLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A subject in JVMs of its own: two sides, or one process with both, and a driver where there is one. */
final class JavaContestant implements Contestant {
    /** Spinning threads leave no core to the JVMs' compilers, so the warm-up has steps with rests. */
    private static final int STEP_ROUND_TRIPS = 1_000;
    private static final int STEP_MS = 25;
    private static final long REST_NS = 30_000_000;
    private static final long ENOUGH_NS = 100_000_000;
    /** Warms the caches, after others were measured. */
    private static final int REWARM_MS = 50;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final long MS_PER_S = 1_000;

    private final SubjectKind kind;
    private final Task task;
    private final ComparisonPlan plan;
    private final SubjectTeam team;
    private double roundTripNs;
    private ControlLine description;

    private JavaContestant(final SubjectKind kind, final Task task, final ComparisonPlan plan, final SubjectTeam team) {
        this.kind = kind;
        this.task = task;
        this.plan = plan;
        this.team = team;
    }

    /** Starts its processes. */
    static JavaContestant start(final SubjectKind kind, final Task task, final ComparisonPlan plan) {
        final SubjectTeam team = SubjectTeam.start(kind, task, plan,
                kind.isOneProcess() ? List.of(Orders.BOTH) : List.of(Orders.NEAR, Orders.FAR));
        final JavaContestant contestant = new JavaContestant(kind, task, plan, team);
        try {
            contestant.connect();
            final ControlLine answer = team.ask(ControlLine.of(Orders.DESCRIBE)).getFirst();
            contestant.description = kind.isOneProcess() ? ControlLine.parse(answer.text(Orders.NEAR)) : answer;
            return contestant;
        } catch (final BusException e) {
            contestant.close();
            throw e;
        }
    }

    private void connect() {
        team.askBoth(ControlLine.of(Orders.AWAIT).with(Orders.READERS, task.readers()));
    }

    @Override
    public String name() {
        return kind.label();
    }

    @Override
    public MeasuredSubject describe() {
        final List<MeasuredSubject.Setting> settings = new ArrayList<>();
        for (int i = 0; description.words().containsKey(Orders.SETTING + i); i++) {
            final String[] parts = description.text(Orders.SETTING + i).split("\n");
            settings.add(new MeasuredSubject.Setting(parts[0], parts[1], parts[2]));
        }
        return new MeasuredSubject(name(), description.text(Orders.TITLE), settings, null);
    }

    @Override
    public void warmUp() {
        for (int step = 0; step < plan.warmUpSteps(); step++) {
            run(Math.min(STEP_ROUND_TRIPS, plan.messages()), STEP_MS);
            LockSupport.parkNanos(REST_NS);
        }
        if (task.mode().equals(MeasuredPoint.PING_PONG)) {
            runLonger();
        }
        team.freeze();
    }

    /** Runs longer steps, up to 100 ms; they show how many round trips fit into a measurement. */
    private void runLonger() {
        double ns = 0;
        for (int count = STEP_ROUND_TRIPS; ns < ENOUGH_NS && count <= Math.max(plan.messages(), 1); count *= 2) {
            ns = run(count, 0).getFirst().number(Orders.NS);
            roundTripNs = ns / count;
            LockSupport.parkNanos(REST_NS);
        }
    }

    @Override
    public Measurement measure(final long ratePerS) {
        return team.awake(() -> {
            if (kind.keepsAll()) {
                team.askBoth(ControlLine.of(Orders.RENEW));
                connect();
            }
            final int count = (int) Math.clamp(plan.ms() * 1e6 / Math.max(1, roundTripNs), 1, plan.messages());
            final long lead = lead(ratePerS, plan.leadMs());
            if (lead == 0) {
                run(count, Math.min(REWARM_MS, plan.ms()), ratePerS);
            }
            final long driverNs = team.driverCpuNs();
            final List<ControlLine> answers = run(order(count, plan.ms(), ratePerS).with(Orders.LEAD, lead));
            return outcome(answers.getFirst(), answers.getLast(), team.driverCpuNs() - driverNs);
        });
    }

    /** Messages before the measured ones; if 0, a short run precedes the measurement instead. */
    private long lead(final long ratePerS, final int ms) {
        return switch (task.mode()) {
            case MeasuredPoint.PING_PONG ->
                (long) Math.clamp(ms * NS_PER_MS / Math.max(1, roundTripNs), 1, plan.messages());
            case MeasuredPoint.OPEN_LOOP -> Math.max(1, ratePerS * ms / MS_PER_S);
            default -> 0;
        };
    }

    /** A run of the warm-up, with a lead, so that its code is compiled, too. */
    private List<ControlLine> run(final int count, final int ms) {
        return run(count, ms, task.ratesPerS().isEmpty() ? 0 : task.ratesPerS().getFirst());
    }

    private List<ControlLine> run(final int count, final int ms, final long ratePerS) {
        return run(order(count, ms, ratePerS).with(Orders.LEAD, task.mode().equals(MeasuredPoint.PING_PONG)
                ? count
                : lead(ratePerS, ms)));
    }

    private static ControlLine order(final int count, final int ms, final long ratePerS) {
        return ControlLine.of(Orders.RUN).with(Orders.COUNT, count).with(Orders.MS, ms).with(Orders.RATE, ratePerS);
    }

    private List<ControlLine> run(final ControlLine order) {
        final List<ControlLine> answers = team.askBoth(order);
        requireSame(answers.getFirst(), answers.getLast());
        return answers;
    }

    /** Both sides sum all words of all messages. */
    private void requireSame(final ControlLine nearSide, final ControlLine farSide) {
        if (nearSide.words().containsKey(Orders.SUM) && farSide.number(Orders.MISSED, 0) == 0
                && nearSide.number(Orders.SUM) != farSide.number(Orders.SUM)) {
            throw new BusException(name() + ": the sum of all received words is not that of all sent words");
        }
    }

    private Measurement outcome(final ControlLine nearSide, final ControlLine farSide, final long driverNs) {
        final ControlLine timed = farSide.words().containsKey(Orders.TIMED) ? farSide : nearSide;
        final long sent = nearSide.number(Orders.SENT);
        final long received = farSide.number(Orders.RECEIVED);
        final long messages = timed.number(Orders.TIMED);
        final Double perS = messages == 0 ? null : (Double) (messages * NS_PER_S / timed.number(Orders.NS));
        final ControlLine latencies = nearSide.words().containsKey(Orders.HISTOGRAM) ? nearSide : farSide;
        final Latency latency = latencies.words().containsKey(Orders.HISTOGRAM)
                ? Latency.of(Histograms.parse(latencies.text(Orders.HISTOGRAM)))
                : Latency.NONE;
        final Cost cost = cost(nearSide, farSide, driverNs);
        return new Measurement(new Counts(received, sent * task.readers() - received, perS), latency, cost,
                pauses(nearSide, farSide, cost));
    }

    /** Two sides of one process have the same CPU time. */
    private Cost cost(final ControlLine nearSide, final ControlLine farSide, final long driverNs) {
        final long cpuNs = kind.isOneProcess()
                ? Math.max(nearSide.number(Costs.CPU_NS), farSide.number(Costs.CPU_NS))
                : nearSide.number(Costs.CPU_NS) + farSide.number(Costs.CPU_NS);
        final long memory = description.number(Orders.MEMORY);
        return new Cost((cpuNs + driverNs) / NS_PER_S, nearSide.number(Costs.THREAD_CPU_NS) / NS_PER_S,
                memory < 0 ? null : memory, nearSide.number(Costs.ALLOCATED) + farSide.number(Costs.ALLOCATED));
    }

    private Pauses pauses(final ControlLine nearSide, final ControlLine farSide, final Cost cost) {
        final double waitedNs = nearSide.number(Costs.WAITED_NS) + farSide.number(Costs.WAITED_NS);
        final boolean hasSafepoints = nearSide.words().containsKey(Costs.SAFEPOINT_COUNT);
        return new Pauses(stops(nearSide, farSide, Costs.GC_COUNT), (double) stops(nearSide, farSide, Costs.GC_MS),
                hasSafepoints ? stops(nearSide, farSide, Costs.SAFEPOINT_COUNT) : null,
                hasSafepoints ? (double) stops(nearSide, farSide, Costs.SAFEPOINT_MS) : null,
                waitedNs / NS_PER_MS, Pauses.withheldShare(waitedNs, cost.cpuS() * NS_PER_S,
                        (nearSide.number(Costs.OPEN_NS) + farSide.number(Costs.OPEN_NS)) / 2.0));
    }

    private long stops(final ControlLine nearSide, final ControlLine farSide, final String word) {
        return kind.isOneProcess()
                ? Math.max(nearSide.number(word), farSide.number(word))
                : nearSide.number(word) + farSide.number(word);
    }

    @Override
    public void close() {
        team.close();
    }
}
